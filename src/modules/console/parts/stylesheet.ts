import { createHash } from 'node:crypto';
import { CONTENT } from './styles/content.js';
import { FORMS } from './styles/forms.js';
import { FRAME } from './styles/frame.js';
import { LIBRARY } from './styles/library.js';

export const STYLESHEET = [FRAME, CONTENT, FORMS, LIBRARY].join('').replaceAll('\n', '');

/** Named by its content, so that browsers keep it for good. */
export const STYLESHEET_PATH = `/assets/${createHash('sha256').update(STYLESHEET).digest('base64url').slice(0, 16)}.css`;
