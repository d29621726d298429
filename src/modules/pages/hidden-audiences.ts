/** Why an audience is hidden from visitors. */
export type HiddenReason = 'page_deleted' | 'page_archived' | 'audience_archived';

/**
 * SQL for the reason, null for a visible audience. `p` is the page, `a` the audience. If several reasons apply, the first
 * one is reported.
 */
export const HIDDEN_BECAUSE = `case
  when p.deleted_at is not null then 'page_deleted'
  when p.archived_at is not null then 'page_archived'
  when a.archived_at is not null then 'audience_archived' end`;
