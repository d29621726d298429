import { BLOCKS_CSS } from './blocks/blocks.js';
import { LOGOS_CSS } from './blocks/logos.js';
import { VIDEO_CSS } from './blocks/video.js';
import { focusRule } from './cover.js';
import { FINDINGS_CSS } from './findings.js';
import { layoutOf } from './layouts/layouts.js';
import type { PageProps } from './page-props.js';
import { PARTS } from './styles/parts.js';

/** The rules of a style sheet that a page needs for its parts and its type. */
export function rulesFor({ content, pageType, cover, form, questionBox, findings }: PageProps): string[] {
  const has = new Set<string>(content.sections.map(({ type }) => type));
  const hasTexts = ['body', 'blocks', 'questions'].some((type) => has.has(type));
  return [
    hasTexts ? PARTS.prose : '',
    has.has('blocks') ? BLOCKS_CSS : '',
    has.has('proof') ? PARTS.proof + LOGOS_CSS + VIDEO_CSS : '',
    has.has('questions') ? PARTS.questions : '',
    has.has('actions') ? PARTS.cards : '',
    form || questionBox ? PARTS.form : '',
    cover ? PARTS.cover + focusRule(cover) : '',
    findings ? FINDINGS_CSS : '',
    layoutOf(pageType).css,
  ];
}
