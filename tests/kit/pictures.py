"""Pictures of what people see, for whoever wants to look: ``UPCARD_SHOTS=test-output make test`` leaves them there.

Without a folder none is taken: a machine that only tests looks at none, and they cost it half a minute.
"""

import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = os.environ.get("UPCARD_SHOTS")


def picture(page: Page, name: str, *, full: bool = False) -> None:
    """Leaves a picture of the screen, or of the whole page."""
    if FOLDER:
        page.screenshot(path=Path(FOLDER) / f"{name}.png", full_page=full)
