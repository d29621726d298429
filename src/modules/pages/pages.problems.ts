import { type Faults, noSuch, type Problems } from '../../shared/kernel/errors.js';
import { versionLifecycle } from './entities/version.lifecycle.js';

export const pageProblems: Problems = {
  ...versionLifecycle.problems,
  page_not_found: noSuch('page', 'or named in a body'),
  page_archived: {
    kinds: ['conflict'],
    meaning: 'The page is archived: nothing is published on it.',
    remedy: 'Restore the page first.',
  },
  page_deleted: {
    kinds: ['conflict'],
    meaning: 'The page is deleted, so it does not change.',
    remedy: 'Restore the page first.',
  },
  audience_not_found: noSuch('audience', 'or named in a body'),
  audience_archived: {
    kinds: ['conflict'],
    meaning: 'The audience is archived, so it does not change.',
    remedy: 'Restore the audience first.',
  },
  overrides_too_large: {
    kinds: ['conflict'],
    meaning: 'The overrides of the audience would be larger than an audience can have.',
    remedy: 'Shorten or clear some overrides.',
  },
  content_too_large: {
    kinds: ['conflict'],
    meaning: 'The composed content, or the preview, would be larger than a page can be.',
    remedy: 'Shorten the texts of the page, its topics or its overrides.',
  },
  version_not_found: noSuch('version'),
  content_not_found: {
    kinds: ['not_found'],
    meaning: 'The version has no content, because it was never published.',
    remedy: 'Wait until `status` is `published`, or read another version.',
  },
  no_site: {
    kinds: ['conflict'],
    meaning: 'The service runs without a site, so there is no place for previews.',
    remedy: 'The operator starts the site, or sets `SITE_URL`.',
  },
  too_many_previews: {
    kinds: ['rate_limited'],
    meaning: 'The tenant asked for too many previews.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  preview_not_found: {
    kinds: ['not_found'],
    meaning: 'The preview has expired, or its page was deleted.',
    remedy: 'Create the preview again.',
  },
  preview_failed: {
    kinds: ['unavailable'],
    meaning: 'The composer failed, so there is no preview.',
    remedy: 'Try again. If it fails again, the log of the service has the cause.',
  },
  too_many_versions: {
    kinds: ['conflict'],
    meaning: 'As many versions of the audience are waiting, or scheduled, as an audience can have.',
    remedy: 'Wait until a version is published, or cancel one.',
  },
  version_erased: {
    kinds: ['conflict'],
    meaning:
      'The content of the version was erased together with its person, so it can not be published again.',
    remedy: 'Create a new version.',
  },
  message_not_found: noSuch('message'),
  message_without_snapshot: {
    kinds: ['conflict'],
    meaning: 'The message has no snapshot of the audience, so the audience can not return to it.',
    remedy: 'Choose a message with a snapshot.',
  },
  picture_not_found: {
    kinds: ['unprocessable'],
    meaning: 'The body names a picture that does not exist, is in the trash, or is not an image.',
    remedy: 'Send the id of an asset of type `image` that is not in the trash.',
  },
};

export const pageFaults: Faults = {
  unknown_action: {
    meaning: 'An override, or a widget, names an action that the page does not have.',
    remedy: 'Send an `actionId` from `actions` of the page.',
  },
};
