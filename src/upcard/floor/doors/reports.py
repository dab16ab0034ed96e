"""The door of `floor/reports`: reports and audits of a ledger."""

from upcard.floor.reports import audit, reports
from upcard.floor.reports.audit_rounds import RoundAuditor
from upcard.floor.reports.change_words import change_said
from upcard.floor.reports.reports import SIGNIFICANT, Report
from upcard.floor.reports.sentences import sentences

__all__ = ["SIGNIFICANT", "Report", "RoundAuditor", "audit", "change_said", "reports", "sentences"]
