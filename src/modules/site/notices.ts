import type { Fault } from '../../shared/kernel/errors.js';
import type { HiddenReason } from '../pages/index.js';
import type { NoticeProps } from './rendering/notice.js';
import { renderNotice } from './rendering/render.js';
import { SiteAnswer, type SiteFailure } from './site-answer.js';

/** A plain page with a message. */
export function noticeOf({
  text = '',
  ...notice
}: Omit<NoticeProps, 'text'> & { text?: string }): SiteAnswer {
  return new SiteAnswer({ status: 200, ...renderNotice({ ...notice, text }) });
}

const notice = (status: number, code: string, title: string, detail: string, errors: readonly Fault[] = []) =>
  new SiteAnswer({ status, ...renderNotice({ title, text: detail }), failure: { code, detail, errors } });

const busy = notice(503, 'unavailable', 'Please try again', 'The site is overloaded or under maintenance.');
const failed = notice(500, 'internal_error', 'Something went wrong', 'Something went wrong on our side.');

/** What visitors see instead of a page. */
export const NOTICES = {
  notFound: notice(404, 'page_not_found', 'Page not found', 'There is no page at this address.'),
  unknownHost: notice(404, 'unknown_host', 'Page not found', 'No site is served at this host.'),
  gone: notice(410, 'page_gone', 'This page is gone', 'The page at this address was removed.'),
  notReady: notice(
    503,
    'page_not_ready',
    'This page is being prepared',
    'Please try again in a minute or two.',
  ),
  wrongMethod: notice(405, 'method_not_allowed', 'This is not possible here', 'Pages can only be opened.'),
  tooManyVisits: notice(
    429,
    'too_many_visits',
    'Please wait a moment',
    'Too many requests came from your address.',
  ),
  /** For a load balancer. */
  shuttingDown: busy,
  /** Visitors see no details of internal errors. */
  failing(status: number, { code, detail, errors }: SiteFailure): SiteAnswer {
    if (status >= 500) return status === 503 ? busy : failed;
    return notice(status, code, status === 404 ? 'Not found' : 'This is not possible', detail, errors);
  },
};

export type NoticeName = 'notFound' | 'unknownHost' | 'gone' | 'notReady';

/** The notice for a hidden page. An archived page may be restored; a deleted page is gone. */
export const SHOWN_INSTEAD: Record<HiddenReason, NoticeName> = {
  page_deleted: 'gone',
  page_archived: 'notFound',
  audience_archived: 'notFound',
};
