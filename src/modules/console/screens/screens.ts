import { changedPageScreens } from './pages/changed-page.js';
import { editedPageScreens } from './pages/edited-page.js';
import { linkPictureScreens } from './pages/link-picture.js';
import { newPageScreens } from './pages/new-page.js';
import { publishPageScreens } from './pages/publish-page.js';
import { pageScreens } from './pages/pages.js';
import { archivedAudienceScreens } from './audiences/archived-audience.js';
import { audienceScreens } from './audiences/audiences.js';
import { changedVersionScreens } from './audiences/versions/changed-version.js';
import { audiencePictureScreens } from './audiences/link-picture.js';
import { foundPersonScreens } from './audiences/found-person.js';
import { deletedLinkScreens } from './audiences/links/deleted-link.js';
import { linkScreens } from './audiences/links/links.js';
import { messageScreens } from './audiences/messages.js';
import { newAudienceScreens } from './audiences/new-audience.js';
import { overrideScreens } from './audiences/overrides.js';
import { overviewScreens } from './audiences/overview.js';
import { publishVersionScreens } from './audiences/versions/publish-version.js';
import { restoredMessageScreens } from './audiences/restored-message.js';
import { versionScreens } from './audiences/versions/version.js';
import { versionsScreens } from './audiences/versions.js';
import { visitScreens } from './audiences/visits.js';
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
import { figureScreens } from './figures/figures.js';
import { accountScreens } from './people/account.js';
import { accountListScreens } from './people/accounts.js';
import { accountFormScreens } from './people/account-form.js';
import { erasureScreens } from './people/erasure.js';
import { personScreens } from './people/person.js';
import { personFormScreens } from './people/person-form.js';
import { personListScreens } from './people/persons.js';
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
  ...audienceScreens,
  ...foundPersonScreens,
  ...newAudienceScreens,
  ...overviewScreens,
  ...overrideScreens,
  ...audiencePictureScreens,
  ...linkScreens,
  ...deletedLinkScreens,
  ...publishVersionScreens,
  ...versionsScreens,
  ...versionScreens,
  ...changedVersionScreens,
  ...messageScreens,
  ...restoredMessageScreens,
  ...visitScreens,
  ...archivedAudienceScreens,
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
  ...figureScreens,
  ...personListScreens,
  ...accountListScreens,
  ...accountFormScreens,
  ...accountScreens,
  ...personFormScreens,
  ...personScreens,
  ...erasureScreens,
  ...domainsScreens,
  ...healthScreens,
};

export const HOME_PATH = TODAY_PATH;
