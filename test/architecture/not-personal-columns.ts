/**
 * Columns with text that says nothing about persons, reviewed one by one, by the reason. A new column of an entity is
 * stated in its column map instead: `personal(…)` or `notPersonal(…)`.
 */
export const NOT_PERSONAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Content that the tenant publishes or works with. Erasing a person does not change it.': {
    page: 'name page_context body actions action_card_widgets footer_links scripts metadata search_text cover_image blocks',
    asset: 'name purpose tags ai_description search_text',
    form: 'name fields thank_you_text thank_you_url',
    topic: 'title purpose',
    topic_entry: 'content_text search_terms',
  },
  'Companies, and the tenant itself.': {
    account: 'search_text',
    tenant: 'name slug',
    tenant_domain: 'proof_token',
    webhook_subscription: 'url',
  },
  'Codes, and ids that the service makes.': {
    page: 'header_action_id default_form_id topic_ids',
    asset: 'file_hash',
    asset_variant: 'purpose media_type file_hash',
    topic_entry: 'content_type',
    visit: 'bot visit_key',
    visit_event: 'id type',
    analytics_value: 'dimension',
    analytics_breakdown: 'dimension',
    analytics_full_day: 'dimension',
    event: 'type',
    audit_entry: 'operation actor_type',
    webhook_delivery: 'event_type status',
    person_index_fill: 'routines table_name last_key',
    service_secret: 'name',
    migration: 'name',
    migration_hash: 'name hash',
    applied_routines: 'hash',
  },
  'Copies that name their records by ids: `PersonErasure` deletes them by these ids.': {
    event: 'payload resource',
    webhook_delivery: 'resource',
    webhook_attempt: 'url error detail response_body',
    audit_entry: 'record parent',
    'jobs.job': 'data output source_output singleton_key',
  },
  'Who made a change: stays in the audit log. Visitors are not named there.': {
    audit_entry: 'actor actor_name network request_id',
  },
  'Names of fields, and values that are not personal: `fieldsOfNew` leaves others out.': {
    audit_entry: 'changes',
  },
  'Stored responses: `PersonErasure` searches them, and they are kept for a day.': {
    idempotent_answer: 'key body',
  },
  'Values of sessions that wait to be counted: an erasure counts them first (`FigureEraser`).': {
    analytics_delta: 'values asked',
  },
  'The queues of the job engine.': {
    'jobs.job': 'name policy dead_letter group_id group_tier source_name',
    'jobs.job_dependency': 'child_name parent_name',
    'jobs.queue': 'name policy dead_letter table_name singletons_active',
    'jobs.queue_stats': 'name',
    'jobs.schedule': 'name key kind cron timezone data options',
    'jobs.subscription': 'event name',
    'jobs.warning': 'type message data',
    'jobs.bam': 'name command error queue status table_name',
  },
};
