"""The door of `floor/reports`: reports and audits of a ledger."""

from upcard.floor.reports import audit, reports
from upcard.floor.reports.audit_rounds import RoundAuditor
from upcard.floor.reports.reports import SIGNIFICANT, Report

__all__ = ["SIGNIFICANT", "Report", "RoundAuditor", "audit", "reports"]
