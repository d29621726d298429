import { createHash } from 'node:crypto';
import { ANYTHING } from '../live/change-messages.js';
import { words } from '../words/english.js';
import { DOCUMENT } from './scripts/document.js';
import { LIVE_STATES } from './scripts/live-states.js';
import { NAVIGATION } from './scripts/navigation.js';
import { PREVIEWS } from './scripts/previews.js';
import { SENT_FORMS } from './scripts/sent-forms.js';
import { UPLOADS } from './scripts/uploads.js';

/** Where the script asks what has changed. */
export const LIVE_PATH = '/live';

/** The only script of the console. Every screen also works without it. */
export const SCRIPT = [
  `(() => {\n'use strict';\n`,
  `const words = ${JSON.stringify(words.script)};\n`,
  `const livePath = '${LIVE_PATH}';\n`,
  `const anything = '${ANYTHING}';\n`,
  ...[DOCUMENT, NAVIGATION, LIVE_STATES, PREVIEWS, UPLOADS, SENT_FORMS],
  `})();\n`,
].join('');

/** Named by its content, so that browsers keep it for good. */
export const SCRIPT_PATH = `/assets/${createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 16)}.js`;
