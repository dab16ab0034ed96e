"""Who may call which endpoint. What stands here is the law; an endpoint that does not stand here fails the tests."""

from typing import Any

Json = dict[str, Any]

ALL = ("watcher", "player", "dealer", "supervisor", "manager", "executive", "auditor", "device")
PLAYER = ("player",)
STAFF = ("dealer", "supervisor", "manager", "executive", "auditor")
FLOOR = ("supervisor", "manager", "executive", "auditor")
MANAGERS = ("manager", "executive")
AUDITORS = ("manager", "executive", "auditor")
AT_TABLE = (*STAFF, "device")

SCENARIO = {"game": "three-card-poker", "dealer": "Qs 9d 4h", "seats": [{"seat": 1, "cards": "7s 7h 2c", "wagers": {}}]}

LAW: dict[str, tuple[tuple[str, ...], Json | None]] = {
    "GET /api/v1/session": (ALL, None),
    "POST /api/v1/session": (ALL, {"name": ""}),
    "DELETE /api/v1/session": (ALL, None),
    "POST /api/v1/session/buy-in": (PLAYER, {"amount": 1}),
    "DELETE /api/v1/session/news/{news}": (PLAYER, None),
    "POST /api/v1/session/staff": (ALL, {"staff": "", "password": ""}),
    "POST /api/v1/session/unlock": (STAFF, {"password": ""}),
    "GET /api/v1/games": (ALL, None),
    "GET /api/v1/games/{name}": (ALL, None),
    "POST /api/v1/settle": (ALL, SCENARIO),
    "GET /api/v1/lab/games": (ALL, None),
    "GET /api/v1/lab/games/{game}": (ALL, None),
    "POST /api/v1/lab/variants": (ALL, {"game": "three-card-poker"}),
    "POST /api/v1/lab/analysis": (ALL, {"game": "nothing"}),
    "GET /api/v1/tables": (ALL, None),
    "GET /api/v1/tables/{table}": (ALL, None),
    "GET /api/v1/tables/{table}/shoes": (ALL, None),
    "GET /api/v1/tables/{table}/rounds": (ALL, None),
    "GET /api/v1/tables/{table}/rounds/{number}": (ALL, None),
    "GET /api/v1/tables/{table}/coach": (PLAYER, None),
    "GET /api/v1/tables/{table}/rounds/{number}/coach": (PLAYER, None),
    "POST /api/v1/tables/{table}/seats/{seat}": (PLAYER, None),
    "DELETE /api/v1/tables/{table}/seats/{seat}": (PLAYER, None),
    "POST /api/v1/tables/{table}/bets/draft": (ALL, {"bets": {"1": {"ante": 500}}}),
    "PUT /api/v1/tables/{table}/seats/{seat}/bets": (PLAYER, {"wagers": {}}),
    "POST /api/v1/tables/{table}/acts": (PLAYER, {"seat": 1, "move": "fold"}),
    "POST /api/v1/tables/{table}/bots": (PLAYER, {}),
    "DELETE /api/v1/tables/{table}/bots/{seat}": (PLAYER, None),
    "GET /api/v1/links": (ALL, None),
    "GET /api/v1/links/{link}": (ALL, None),
    "GET /api/v1/links/{link}/hits": (ALL, None),
    "GET /api/v1/floor": (FLOOR, None),
    "POST /api/v1/floor/commands": (AT_TABLE, {"do": "nothing"}),
    "POST /api/v1/devices": (MANAGERS, {"table": "nothing"}),
    "DELETE /api/v1/devices/{table}": (MANAGERS, None),
    "POST /api/v1/devices/heartbeat": (("device",), {}),
    "GET /api/v1/demo/cards": (STAFF, None),
    "POST /api/v1/demo/cards/{staff}/swipe": (STAFF, None),
    "POST /api/v1/staff/here": (STAFF, None),
    "GET /api/v1/staff/tables": (STAFF, None),
    "GET /api/v1/staff/tables/{table}": (AT_TABLE, None),
    "PUT /api/v1/staff/tables/{table}/keypad": (("dealer",), None),
    "DELETE /api/v1/staff/tables/{table}/keypad": (("dealer",), None),
    "POST /api/v1/staff/override": (STAFF, {}),
    "GET /api/v1/staff/tables/{table}/payout": (STAFF, None),
    "POST /api/v1/staff/tables/{table}/payout": (STAFF, {}),
    "GET /api/v1/staff/floor": (FLOOR, None),
    "GET /api/v1/staff/alerts/acknowledged": (FLOOR, None),
    "GET /api/v1/staff/hits": (FLOOR, None),
    "GET /api/v1/staff/hits/{hit}": (FLOOR, None),
    "GET /api/v1/staff/templates": (FLOOR, None),
    "GET /api/v1/staff/tables/{table}/ended": (FLOOR, None),
    "GET /api/v1/staff/tables/{table}/ended/{name}": (FLOOR, None),
    "GET /api/v1/staff/links/{link}/meters/{meter}/statement": (FLOOR, None),
    "GET /api/v1/staff/events": (FLOOR, None),
    "GET /api/v1/staff/reports/{name}.csv": (FLOOR, None),
    "GET /api/v1/staff/audit": (FLOOR, None),
    "POST /api/v1/staff/audit/verify": (AUDITORS, None),
    "POST /api/v1/staff/audit/checkpoints": (MANAGERS, None),
    "GET /api/v1/staff/audit/ledger": (FLOOR, None),
    "GET /api/v1/staff/audit/rounds": (FLOOR, None),
    "GET /api/v1/staff/audit/rounds/{name}": (FLOOR, None),
    "GET /api/v1/staff/audit/export": (AUDITORS, None),
    "GET /api/v1/staff/days": (FLOOR, None),
    "GET /api/v1/staff/days/cut": (FLOOR, None),
    "GET /api/v1/staff/days/reports": (FLOOR, None),
    "GET /api/v1/staff/days/report": (FLOOR, None),
    "GET /api/v1/staff/days/report.{form}": (FLOOR, None),
    "GET /api/v1/staff/days/tables/{table}/rounds": (FLOOR, None),
    "POST /api/v1/staff/days/sign": (AUDITORS, {}),
    "POST /api/v1/staff/days/inquiries": (FLOOR, {}),
    "GET /healthz": (ALL, None),
}
"""Who may, and a body that reaches the check (empty fields keep an allowed call from doing anything)."""
