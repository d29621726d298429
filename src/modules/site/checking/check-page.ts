import type { CheckedPage } from './checked/checked-page.js';
import type { Facts } from './checked/facts.js';
import { SEVERITIES, type Finding } from './rules/finding.js';
import { assetFindings } from './rules/assets.js';
import { colourFindings } from './rules/colours.js';
import { languageFindings } from './rules/language.js';
import { limitFindings } from './rules/limits.js';
import { metadataFindings } from './rules/metadata.js';
import { referenceFindings } from './rules/references.js';
import { siteLinkFindings } from './rules/site-links.js';
import { textFindings } from './rules/texts.js';
import { typeFindings } from './rules/types.js';
import { urlFindings } from './rules/urls.js';

/** What visitors would stumble over. */
const RULES: readonly ((page: CheckedPage, facts: Facts) => Finding[])[] = [
  limitFindings,
  typeFindings,
  urlFindings,
  siteLinkFindings,
  assetFindings,
  referenceFindings,
  colourFindings,
  metadataFindings,
  languageFindings,
  textFindings,
];

export const MAX_FINDINGS = 100;

export interface Check {
  /** The most severe ones first; otherwise in the order of the rules, and of the page. */
  findings: Finding[];
  /** False if there are more findings. */
  isComplete: boolean;
}

export function checkPage(page: CheckedPage, facts: Facts): Check {
  const all = RULES.flatMap((rule) => rule(page, facts));
  const findings = SEVERITIES.flatMap((severity) => all.filter((each) => each.severity === severity));
  return { findings: findings.slice(0, MAX_FINDINGS), isComplete: findings.length <= MAX_FINDINGS };
}
