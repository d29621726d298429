import { changedPageScreens } from './pages/changed-page.js';
import { editedPageScreens } from './pages/edited-page.js';
import { newPageScreens } from './pages/new-page.js';
import { publishPageScreens } from './pages/publish-page.js';
import { pageScreens } from './pages/pages.js';
import { todayScreens, TODAY_PATH } from './today/today.js';
import { answerScreens } from './questions/answer.js';
import { questionScreens } from './questions/questions.js';
import { libraryScreens } from './library/library.js';
import { changedSubscriptionScreens } from './webhooks/changed-subscription.js';
import { deliveriesScreens } from './webhooks/deliveries.js';
import { deliveryScreens } from './webhooks/delivery.js';
import { editedSubscriptionScreens } from './webhooks/edited-subscription.js';
import { replayScreens } from './webhooks/replay.js';
import { subscriptionScreens } from './webhooks/subscriptions.js';
import { auditScreens } from './settings/audit.js';
import { changedKeyScreens } from './settings/changed-key.js';
import { domainsScreens } from './settings/domains.js';
import { healthScreens } from './settings/health.js';
import { keyScreens } from './settings/keys.js';
import { newKeyScreens } from './settings/new-key.js';
import type { Screens } from './kit/screen.js';

/** All screens. The first that fits a path answers. */
export const SCREENS: Screens = {
  ...todayScreens,
  ...pageScreens,
  ...newPageScreens,
  ...editedPageScreens,
  ...changedPageScreens,
  ...publishPageScreens,
  ...questionScreens,
  ...answerScreens,
  ...libraryScreens,
  ...subscriptionScreens,
  ...editedSubscriptionScreens,
  ...changedSubscriptionScreens,
  ...replayScreens,
  ...deliveriesScreens,
  ...deliveryScreens,
  ...keyScreens,
  ...newKeyScreens,
  ...changedKeyScreens,
  ...auditScreens,
  ...domainsScreens,
  ...healthScreens,
};

export const HOME_PATH = TODAY_PATH;
