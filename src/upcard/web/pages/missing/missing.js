// A wrong address: who is here, and the notice at the foot, as on every page.

import { refreshSession } from "../shared/api.js";
import { notify } from "../shared/chrome.js";

refreshSession().catch((problem) => notify(problem.message));
