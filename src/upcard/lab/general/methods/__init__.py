"""The methods: player against dealer by a sweep, streets from the last back, and estimates for everything else."""
