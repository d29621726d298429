import { DomainError, type Fault } from '../../../shared/kernel/errors.js';
import type { HiddenReason } from '../../pages/index.js';
import type { NoticeProps } from '../rendering/notice.js';
import { renderNotice } from '../rendering/render.js';
import { SiteAnswer, type SiteFailure } from './site-answer.js';
import { filled, type Wait } from '../words/filled.js';
import { wordsAlone, type SiteWords } from '../words/site-words.js';
import { SITE_LANGUAGES, type SiteLanguage } from '../words/site-languages.js';
import type { Words } from '../words/words.js';

/** A refusal whose detail is in the words of the visitor. */
export class VisitorRefusal extends DomainError {}

/** A plain page with a message. */
export function noticeOf(notice: NoticeProps, words: SiteWords): SiteAnswer {
  return new SiteAnswer({ status: 200, ...renderNotice(notice, words) });
}

interface Kind {
  status: number;
  code: string;
  /** When the visitor may try again. */
  when?: Wait;
}

type NoticeWord = keyof Words['notices'];

const MINUTE: Wait = { after: 1, unit: 'minute' };

/** What visitors see instead of a page. */
const KINDS = {
  notFound: { status: 404, code: 'page_not_found' },
  unknownHost: { status: 404, code: 'unknown_host' },
  gone: { status: 410, code: 'page_gone' },
  notReady: { status: 503, code: 'page_not_ready', when: MINUTE },
  wrongMethod: { status: 405, code: 'method_not_allowed' },
  tooManyVisits: { status: 429, code: 'too_many_visits', when: { after: 5, unit: 'second' } },
  busy: { status: 503, code: 'unavailable' },
  failed: { status: 500, code: 'internal_error' },
} as const satisfies Partial<Record<NoticeWord, Kind>>;

export type NoticeName = keyof typeof KINDS;

export type Notices = Readonly<Record<NoticeName, SiteAnswer>>;

const NOTICES = Object.fromEntries(
  SITE_LANGUAGES.map((language) => [language, noticesIn(language)]),
) as Record<SiteLanguage, Notices>;

/** The notices in a language. */
export function notices(language: SiteLanguage): Notices {
  return NOTICES[language];
}

function noticesIn(language: SiteLanguage): Notices {
  const made = Object.entries(KINDS).map(([name, kind]) => [
    name,
    notice(name as NoticeName, kind, language),
  ]);
  return Object.fromEntries(made) as Notices;
}

function notice(
  name: NoticeWord,
  { status, code, when }: Kind,
  language: SiteLanguage,
  given: { text?: string; detail?: string; errors?: readonly Fault[] } = {},
): SiteAnswer {
  const words = wordsAlone(language);
  const { title } = words.notices[name];
  const { text = filled(words.notices[name].text, when ? { when } : {}, language), detail = text } = given;
  const shown = { title: { text: title, isOwn: true }, text: { text, isOwn: true } };
  const failure = { code, detail, errors: given.errors ?? [] };
  return new SiteAnswer({ status, ...renderNotice(shown, words), failure, variant: language });
}

/** The words for a failure by its code; other failures have those for their status. */
const BY_CODE: Record<string, { word: NoticeWord; when?: Wait }> = {
  url_invalid: { word: 'invalidUrl' },
  url_expired: { word: 'expiredUrl' },
  too_many_submissions: { word: 'tooManyForms', when: MINUTE },
  too_many_previews: { word: 'tooManyPreviews', when: MINUTE },
};
const BY_STATUS: Record<number, { word: NoticeWord; when?: Wait }> = {
  400: { word: 'malformed' },
  404: { word: 'notFound' },
  413: { word: 'tooLarge' },
};

/** Refusals that only programs receive. They learn the details, in English. */
const TECHNICAL: readonly NoticeWord[] = ['malformed', 'refused'];

/** Visitors see no details of internal errors. `isSaid` if the detail is in the words of the visitor. */
export function noticeOfFailure(
  status: number,
  { code, detail, errors }: SiteFailure,
  { language, isSaid }: { language: SiteLanguage; isSaid: boolean },
): SiteAnswer {
  if (status >= 500) return notices(language)[status === 503 ? 'busy' : 'failed'];
  const { word, when } = BY_CODE[code] ?? BY_STATUS[status] ?? { word: 'refused' };
  const said = isSaid ? { text: detail } : {};
  const told = TECHNICAL.includes(word) ? { detail } : {};
  return notice(word, { status, code, when }, language, { ...said, ...told, errors });
}

/** The notice for a hidden page. An archived page may be restored; a deleted page is gone. */
export const SHOWN_INSTEAD: Record<HiddenReason, 'gone' | 'notFound'> = {
  page_deleted: 'gone',
  page_archived: 'notFound',
  audience_archived: 'notFound',
};
