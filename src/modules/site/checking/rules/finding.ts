export const SEVERITIES = ['error', 'warning', 'hint'] as const;

/**
 * `error`: something is missing, broken or leads nowhere. `warning`: visitors may stumble over it. `hint`: visitors
 * hardly notice it, or it may be meant.
 */
export type Severity = (typeof SEVERITIES)[number];

/** What a check finds, and how severe it is. Codes are part of the interface and never change their meaning. */
export const FINDING_CODES = {
  too_many_parts: 'error',
  unknown_action_type: 'error',
  unknown_widget_type: 'error',
  wrong_url: 'error',
  relative_url: 'error',
  unsafe_url: 'error',
  link_leads_nowhere: 'error',
  link_to_hidden_page: 'error',
  asset_not_found: 'error',
  asset_in_trash: 'error',
  asset_hidden: 'error',
  asset_not_a_picture: 'error',
  wrong_color: 'error',
  form_not_found: 'warning',
  brand_not_found: 'warning',
  topic_not_found: 'warning',
  empty_widget: 'warning',
  missing_title: 'warning',
  missing_description: 'warning',
  missing_alt_text: 'warning',
  markdown_too_costly: 'warning',
  foreign_image: 'hint',
  low_contrast: 'hint',
  language_without_words: 'hint',
  picture_as_decoration: 'hint',
} as const satisfies Record<string, Severity>;

export type FindingCode = keyof typeof FINDING_CODES;

/** One thing that a visitor would stumble over. */
export interface Finding {
  /** JSON Pointer into the fields of the page, or into those of the audience (`/bodyOverride`). */
  pointer: string;
  code: FindingCode;
  severity: Severity;
  /** What is wrong. */
  message: string;
  /** What to do about it. */
  fix: string;
}

export function finding(code: FindingCode, pointer: string, message: string, fix: string): Finding {
  return { pointer, code, severity: FINDING_CODES[code], message, fix };
}

const MOST_QUOTED = 80;

/** A text of the tenant within a message. */
export function quoted(text: string): string {
  const short = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
  return `"${short.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')}"`;
}
