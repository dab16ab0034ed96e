// What meters are called where several stand together: a bet that all belong to is said once.

/** The bet that all of these meters belong to, if it is one. @param {{bet: string}[]} meters */
export const onlyBet = (meters) => (new Set(meters.map((meter) => meter.bet)).size === 1 ? meters[0].bet : "");

/** A meter's name; without its bet where that is said beside it. @param {{title: string, bet: string, won_by: string}} meter @param {boolean} brief */
export const dialName = (meter, brief) => (brief ? meter.won_by || meter.bet : meter.title);
