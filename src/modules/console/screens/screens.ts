import { changedPageScreens } from './pages/changed-page.js';
import { editedPageScreens } from './pages/edited-page.js';
import { linkPictureScreens } from './pages/link-picture.js';
import { newPageScreens } from './pages/new-page.js';
import { publishPageScreens } from './pages/publish-page.js';
import { pageScreens } from './pages/pages.js';
import { todayScreens, TODAY_PATH } from './today/today.js';
import { answerScreens } from './questions/answer.js';
import { questionScreens } from './questions/questions.js';
import { deliveriesScreens } from './webhooks/deliveries.js';
import { deliveryScreens } from './webhooks/delivery.js';
import { subscriptionScreens } from './webhooks/subscriptions.js';
import { auditScreens } from './settings/audit.js';
import { changedKeyScreens } from './settings/changed-key.js';
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
  ...linkPictureScreens,
  ...publishPageScreens,
  ...questionScreens,
  ...answerScreens,
  ...subscriptionScreens,
  ...deliveriesScreens,
  ...deliveryScreens,
  ...keyScreens,
  ...newKeyScreens,
  ...changedKeyScreens,
  ...auditScreens,
};

export const HOME_PATH = TODAY_PATH;
