import { createHash } from 'node:crypto';
import { AUDIENCES } from './styles/audiences.js';
import { CONTENT } from './styles/content.js';
import { FORMS } from './styles/forms.js';
import { FRAME } from './styles/frame.js';
import { FIGURES } from './styles/figures.js';
import { LIBRARY } from './styles/library.js';
import { PAGE_CARDS } from './styles/page-cards.js';
import { ROWS } from './styles/rows.js';
import { SCRIPTED } from './styles/scripted.js';

export const STYLESHEET = [FRAME, CONTENT, FORMS, ROWS, PAGE_CARDS, AUDIENCES, FIGURES, LIBRARY, SCRIPTED]
  .join('')
  .replaceAll('\n', '');

/** Named by its content, so that browsers keep it for good. */
export const STYLESHEET_PATH = `/assets/${createHash('sha256').update(STYLESHEET).digest('base64url').slice(0, 16)}.css`;
