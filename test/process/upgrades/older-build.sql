-- A database as the build of 2026-11-15 made and filled it (samples, a subscription, topics, persons, deliveries), without
-- the tables of the jobs: pg_dump --schema=public --inserts --rows-per-insert=100 --no-owner --no-privileges

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION pg_trgm WITH SCHEMA public;
CREATE EXTENSION btree_gin WITH SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION public.new_uuid() RETURNS uuid
    LANGUAGE sql
    AS $$
    select encode(
      set_bit(
        set_bit(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6
          ),
          52, 1
        ),
        53, 1
      ),
      'hex'
    )::uuid
  $$;

CREATE FUNCTION public.tell_subscriptions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  declare lanes text[];
  begin
    with made as (
      insert into webhook_delivery 
  (tenant_id, id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at)
      select e.tenant_id, new_uuid(), 
  s.id, e.id, e.type, e.seq, case s.ordering when 'resource' then e.resource end,
  'waiting', 0, 0, date_trunc('milliseconds', statement_timestamp()), e.created_at
      from new_event e
        join webhook_subscription s on s.tenant_id = e.tenant_id and s.active and e.type = any (s.events)
      returning tenant_id, subscription_id
    )
    select array_agg(distinct tenant_id || ' ' || subscription_id) into lanes from made;
    perform pg_notify('foyer_webhooks', lane) from unnest(lanes) lane;
    return null;
  end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    domain text NOT NULL,
    name text,
    search_text text NOT NULL
);

CREATE TABLE public.account_log (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    source text NOT NULL,
    type text NOT NULL,
    payload json NOT NULL,
    idempotency_key text,
    updated_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    account_id uuid NOT NULL
);

CREATE TABLE public.api_key (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    origin text NOT NULL,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    rate_limit text
);

CREATE TABLE public.applied_routines (
    hash text NOT NULL,
    applied_at timestamp with time zone NOT NULL
);

CREATE TABLE public.asset (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    purpose text NOT NULL,
    tags text[] NOT NULL,
    ai_description text,
    parent_asset_id uuid,
    hidden boolean NOT NULL,
    kind text NOT NULL,
    file_id uuid NOT NULL,
    media_type text NOT NULL,
    file_size bigint NOT NULL,
    file_hash text NOT NULL,
    search_text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    trashed_at timestamp(3) with time zone
);

CREATE TABLE public.audience (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    page_id uuid NOT NULL,
    number bigint NOT NULL,
    custom_name text,
    action_form_id_override text,
    action_form_instructions_override text,
    action_url_override text,
    supplementary_context text,
    metadata_override json,
    person_id uuid,
    versions_made bigint NOT NULL,
    archived_at timestamp(3) with time zone,
    places_given bigint NOT NULL
);

CREATE TABLE public.audience_message (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    audience_id uuid NOT NULL,
    kind text NOT NULL,
    text text,
    snapshot jsonb,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.audience_session (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    analytics_session_id text NOT NULL,
    page_id uuid,
    page_title text,
    page_url text,
    audience_id uuid,
    computation_status text NOT NULL,
    form_submission_id text,
    form_submission_email text,
    form_submission_phone text,
    form_submission_linkedin text,
    has_conversion boolean NOT NULL,
    is_bounce boolean NOT NULL,
    max_scroll_depth_percentage double precision,
    questions_asked_count bigint NOT NULL,
    total_clicks_count bigint NOT NULL,
    time_spent_seconds double precision,
    session_started_at timestamp(3) with time zone NOT NULL,
    session_ended_at timestamp(3) with time zone,
    utm_campaign text,
    utm_content text,
    utm_medium text,
    utm_source text,
    utm_term text,
    interactions jsonb NOT NULL
);

CREATE TABLE public.audience_version (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    audience_id uuid NOT NULL,
    version_number bigint NOT NULL,
    status text NOT NULL,
    is_new_page_agent boolean NOT NULL,
    supplementary_context text,
    operation_key text,
    queue_duration_ms bigint,
    content jsonb,
    became_draft_at timestamp(3) with time zone,
    queued_at timestamp(3) with time zone,
    published_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    obsolete_at timestamp(3) with time zone,
    archived_at timestamp(3) with time zone,
    draft_reason text,
    publish_at timestamp(3) with time zone,
    place bigint,
    rolled_back_from uuid
);

CREATE TABLE public.event (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    tenant_id uuid NOT NULL,
    type text NOT NULL,
    resource text NOT NULL,
    payload json NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE public.event ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotent_answer (
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.loose_file (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    is_doomed boolean DEFAULT false NOT NULL
);

CREATE TABLE public.migration (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);

CREATE SEQUENCE public.migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.migration_id_seq OWNED BY public.migration.id;

CREATE TABLE public.page (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    name text NOT NULL,
    page_context text NOT NULL,
    page_type text NOT NULL,
    brand_id text NOT NULL,
    actions json NOT NULL,
    action_card_widgets json NOT NULL,
    footer_links json NOT NULL,
    scripts json NOT NULL,
    header_action_id text,
    metadata json,
    status text NOT NULL,
    audiences_made bigint NOT NULL,
    search_text text NOT NULL,
    archived_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE public.page_link (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    tenant_domain_id uuid,
    path text NOT NULL,
    path_hash bytea NOT NULL,
    audience_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE public.person (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    account_id uuid,
    name text NOT NULL,
    slug text NOT NULL,
    email text,
    email_key text,
    domain text,
    phone_number text,
    linkedin_profile_url text,
    linkedin_key text,
    search_text text NOT NULL
);

CREATE TABLE public.person_log (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    source text NOT NULL,
    type text NOT NULL,
    payload json NOT NULL,
    idempotency_key text,
    person_id uuid NOT NULL,
    account_id uuid,
    created_person boolean NOT NULL
);

CREATE TABLE public.service_secret (
    name text NOT NULL,
    value bytea NOT NULL
);

CREATE TABLE public.tenant (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.tenant_domain (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    domain text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.topic (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    title text NOT NULL,
    purpose text,
    sort_order bigint NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.topic_entry (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    topic_id uuid NOT NULL,
    sort_order bigint NOT NULL,
    content_type text NOT NULL,
    content_text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.webhook_attempt (
    tenant_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    url text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    response_status integer,
    error text,
    detail text,
    response_body text NOT NULL
);

CREATE TABLE public.webhook_delivery (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    seq bigint NOT NULL,
    resource text,
    status text NOT NULL,
    tries integer NOT NULL,
    attempts integer NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.webhook_subscription (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    active boolean NOT NULL,
    sealed_secret bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    ordering text NOT NULL,
    disabled_reason text,
    failing_since timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    previous_sealed_secret bytea,
    previous_until timestamp(3) with time zone
);

ALTER TABLE ONLY public.migration ALTER COLUMN id SET DEFAULT nextval('public.migration_id_seq'::regclass);

INSERT INTO public.account VALUES
	('01938f5b-e800-7000-8000-00000000000a', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.638+00', '2026-11-16 06:06:29.638+00', 'example.com', 'Example', 'example.comexample'),
	('01a1e2f6-d946-798a-8762-36a5f06a1a8c', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:30.726+00', '2026-11-16 06:06:30.726+00', 'firm1.example', NULL, 'firm1.example'),
	('01a1e2f6-d98d-73ba-b874-d1792610972c', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:30.796+00', '2026-11-16 06:06:30.796+00', 'firm2.example', NULL, 'firm2.example'),
	('01a1e2f6-d9d8-70ae-9f3a-1c5626921514', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:30.872+00', '2026-11-16 06:06:30.872+00', 'firm3.example', NULL, 'firm3.example');

INSERT INTO public.account_log VALUES
	('01938f5b-e800-7000-8000-00000000000b', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:28.667+00', 'website', 'form-submitted', '{"form":"contact"}', 'contact-form-1', NULL, NULL, '01938f5b-e800-7000-8000-00000000000a'),
	('01938f5b-e800-7000-8000-00010000000b', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:28.667+00', 'website', 'form-submitted', '{}', 'by-mistake', NULL, NULL, '01938f5b-e800-7000-8000-00000000000a');

INSERT INTO public.api_key VALUES
	('01a1e2f6-c462-785f-a918-6256c79b7a1d', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'environment', '\xaf5177cb74fc3bef0edf6e9af748ce69514662527442028d13401e6a3fe08558', '{*}', '2026-11-16 06:06:25.378+00', NULL, NULL, '2026-11-16 06:06:30.049+00', NULL);

INSERT INTO public.applied_routines VALUES
	('d43392cbffa288c5d0e745fcb31a5efe85af56c3197eb6d7eff17733aa762356', '2026-11-16 06:06:21.393131+00');

INSERT INTO public.asset VALUES
	('01938f5b-e800-7000-8000-00000000000c', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Square logo', 'Header of all pages', '{brand}', 'A black square', NULL, false, 'logo', '01938f5b-e800-7000-8000-00000000000d', 'image/svg+xml', 92, '7af010b5dc614ed9a1f9d183e3d186588c3ba3399cc0be9fd6ac76a13154bc59', 'square logoheader of all pagesbranda black square', '2026-11-16 06:06:29.767+00', '2026-11-16 06:06:29.767+00', NULL),
	('01938f5b-e800-7000-8000-00010000000c', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Old logo', 'Was in the header', '{brand}', 'A black square', NULL, false, 'logo', '01938f5b-e800-7000-8000-00010000000d', 'image/svg+xml', 92, '7af010b5dc614ed9a1f9d183e3d186588c3ba3399cc0be9fd6ac76a13154bc59', 'old logowas in the headerbranda black square', '2026-11-16 06:06:29.778+00', '2026-11-16 06:06:29.778+00', '2026-11-16 06:06:29.778+00'),
	('01938f5b-e800-7000-8000-00020000000c', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Winter logo', 'Header in December', '{brand}', 'A black square', NULL, false, 'logo', '01938f5b-e800-7000-8000-00020000000d', 'image/svg+xml', 92, '7af010b5dc614ed9a1f9d183e3d186588c3ba3399cc0be9fd6ac76a13154bc59', 'winter logoheader in decemberbranda black square', '2026-11-16 06:06:29.789+00', '2026-11-16 06:06:29.789+00', NULL);

INSERT INTO public.audience VALUES
	('01938f5b-e800-7000-8000-000000000002', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.682+00', '2026-11-16 06:06:29.689+00', '01938f5b-e800-7000-8000-000000000001', 1, NULL, NULL, NULL, NULL, NULL, NULL, '01938f5b-e800-7000-8000-000000000009', 4, NULL, 3),
	('01938f5b-e800-7000-8000-000100000002', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.683+00', '2026-11-16 06:06:29.683+00', '01938f5b-e800-7000-8000-000000000001', 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, 0);

INSERT INTO public.audience_message VALUES
	('01938f5b-e800-7000-8000-000000000004', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01938f5b-e800-7000-8000-000000000002', 'edit', NULL, '{"customName": null, "metadataOverride": null, "actionUrlOverride": null, "actionFormIdOverride": null, "supplementaryContext": null, "actionFormInstructionsOverride": null}', '2026-11-16 06:06:29.689+00');

INSERT INTO public.audience_session VALUES
	('01938f5b-e800-7000-8000-000000000005', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.735+00', '2026-11-16 06:06:29.736+00', 'sample-visit', '01938f5b-e800-7000-8000-000000000001', 'Foyer for you', NULL, '01938f5b-e800-7000-8000-000000000002', 'completed', NULL, NULL, NULL, NULL, false, false, NULL, 1, 3, 60, '2025-11-15 00:00:00+00', '2025-11-15 00:01:00+00', NULL, NULL, NULL, NULL, NULL, '[{"label": "What does it cost?", "options": [], "timestamp": 1763164810000, "componentId": "question-box", "responseText": "There is a free plan.", "componentContext": "faq", "groundingChunkIds": []}]');

INSERT INTO public.audience_version VALUES
	('01938f5b-e800-7000-8000-000300000003', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.688+00', '2026-11-16 06:06:29.688+00', '01938f5b-e800-7000-8000-000000000002', 1, 'archived', false, 'Acme is new.', NULL, NULL, '{"title": "Foyer for you", "scripts": [], "metadata": {"title": "Foyer for you", "robots": [], "description": "Pages that know whom they speak to"}, "sections": [{"text": "Pages that know whom they speak to", "type": "hero", "title": "Foyer for you", "greeting": "For Jane Doe"}, {"text": "Foyer greets each visitor by what they care about.\n\nAcme is new.", "type": "body"}, {"type": "actions", "actions": [{"url": "https://example.com/demo", "purpose": "Book a demo", "actionId": "book-demo", "actionType": "open_url", "actionIndex": 0, "buttonTitle": "See it live"}]}], "headerActionId": "book-demo"}', NULL, NULL, '2026-11-16 06:06:29.688+00', NULL, '2026-11-16 06:06:29.688+00', '2026-11-16 06:06:29.688+00', NULL, NULL, NULL, NULL),
	('01938f5b-e800-7000-8000-000000000003', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', '01938f5b-e800-7000-8000-000000000002', 2, 'published', true, NULL, NULL, 0, '{"title": "Foyer for you", "scripts": [], "metadata": {"title": "Foyer for you", "robots": [], "description": "Pages that know whom they speak to"}, "sections": [{"text": "Pages that know whom they speak to", "type": "hero", "title": "Foyer for you", "greeting": "For Jane Doe"}, {"text": "Foyer greets each visitor by what they care about.", "type": "body"}, {"type": "actions", "actions": [{"url": "https://example.com/demo", "purpose": "Book a demo", "actionId": "book-demo", "actionType": "open_url", "actionIndex": 0, "buttonTitle": "See it live"}]}], "headerActionId": "book-demo"}', NULL, '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', NULL, NULL, NULL, NULL, NULL, 1, NULL),
	('01938f5b-e800-7000-8000-000100000003', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', '01938f5b-e800-7000-8000-000000000002', 3, 'draft', true, NULL, NULL, 0, NULL, '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', NULL, NULL, NULL, NULL, 'publishing_failed', NULL, 2, NULL),
	('01938f5b-e800-7000-8000-000200000003', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', '01938f5b-e800-7000-8000-000000000002', 4, 'draft', true, NULL, NULL, 0, NULL, '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', NULL, NULL, NULL, NULL, 'publishing_failed', NULL, 3, NULL),
	('01938f5b-e800-7000-8000-000400000003', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.689+00', '2026-11-16 06:06:29.689+00', '01938f5b-e800-7000-8000-000100000002', 1, 'published', false, NULL, NULL, NULL, '{"title": "Foyer for you", "scripts": [], "metadata": {"title": "Foyer for you", "robots": [], "description": "Pages that know whom they speak to"}, "sections": [{"text": "Pages that know whom they speak to", "type": "hero", "title": "Foyer for you", "greeting": "For Jane Doe"}, {"text": "Foyer greets each visitor by what they care about.", "type": "body"}, {"type": "actions", "actions": [{"url": "https://example.com/demo", "purpose": "Book a demo", "actionId": "book-demo", "actionType": "open_url", "actionIndex": 0, "buttonTitle": "See it live"}]}], "headerActionId": "book-demo"}', NULL, NULL, '2026-11-16 06:06:29.689+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.event OVERRIDING SYSTEM VALUE VALUES
	('01938f5b-e800-7000-8000-000000000012', 1, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01je7nqt00e008000000000007', '{"type":"topic.created","topicId":"topic_01je7nqt00e008000000000007"}', '2026-11-16 06:06:29.809+00'),
	('01a1e2f6-d6f9-7387-891e-e7a2ab02eb25', 2, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'webhook_subscription.created', 'webhook_01m7hfdnqrf3vvw7nwxm8j0hj2', '{"type":"webhook_subscription.created","subscriptionId":"webhook_01m7hfdnqrf3vvw7nwxm8j0hj2"}', '2026-11-16 06:06:30.179+00'),
	('01a1e2f6-d7a9-70ae-94f0-8c4c574931b8', 3, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01m7hfdnx5f419nt22pketw08k', '{"type":"topic.created","topicId":"topic_01m7hfdnx5f419nt22pketw08k"}', '2026-11-16 06:06:30.332+00'),
	('01a1e2f6-d818-7f3c-96aa-46d4f898d010', 4, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01m7hfdp0rfwy9daj6tcaxyrqk', '{"type":"topic.created","topicId":"topic_01m7hfdp0rfwy9daj6tcaxyrqk"}', '2026-11-16 06:06:30.429+00'),
	('01a1e2f6-d861-769a-9ca9-59505ae9ed70', 5, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01m7hfdp31etd9saas9xp24hb6', '{"type":"topic.created","topicId":"topic_01m7hfdp31etd9saas9xp24hb6"}', '2026-11-16 06:06:30.5+00'),
	('01a1e2f6-d898-749e-930e-bf0f8c55e5f3', 6, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01m7hfdp4rejf963nz1rphzenm', '{"type":"topic.created","topicId":"topic_01m7hfdp4rejf963nz1rphzenm"}', '2026-11-16 06:06:30.56+00'),
	('01a1e2f6-d8d4-7b14-a693-f0ca83b94abc', 7, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01m7hfdp6mfcaad4zgs53sabm0', '{"type":"topic.created","topicId":"topic_01m7hfdp6mfcaad4zgs53sabm0"}', '2026-11-16 06:06:30.62+00'),
	('01a1e2f6-d90c-730c-aa50-84c49e00d887', 8, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'topic.created', 'topic_01m7hfdp8cec6amm44reybg6v9', '{"type":"topic.created","topicId":"topic_01m7hfdp8cec6amm44reybg6v9"}', '2026-11-16 06:06:30.671+00'),
	('01a1e2f6-d950-70a1-804e-9db8aab0daf6', 9, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'account.created', 'account_01m7hfdpa6f658erhpmqr6m6mc', '{"type":"account.created","accountId":"account_01m7hfdpa6f658erhpmqr6m6mc"}', '2026-11-16 06:06:30.736+00'),
	('01a1e2f6-d950-70a1-804e-9db934c1fa68', 10, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'person.created', 'person_01m7hfdp9ye298r5vd2s4yws6s', '{"type":"person.created","personId":"person_01m7hfdp9ye298r5vd2s4yws6s"}', '2026-11-16 06:06:30.736+00'),
	('01a1e2f6-d99a-73c9-9877-2bfbac83ac64', 11, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'account.created', 'account_01m7hfdpcdeexbgx6hf4k115sc', '{"type":"account.created","accountId":"account_01m7hfdpcdeexbgx6hf4k115sc"}', '2026-11-16 06:06:30.815+00'),
	('01a1e2f6-d99a-73c9-9877-2bfc3671cc52', 12, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'person.created', 'person_01m7hfdpccevjrn4pbsdpmsr9e', '{"type":"person.created","personId":"person_01m7hfdpccevjrn4pbsdpmsr9e"}', '2026-11-16 06:06:30.815+00'),
	('01a1e2f6-d9db-76da-ab1c-e202a2d308d5', 13, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'account.created', 'account_01m7hfdpere2q9yegwark9458m', '{"type":"account.created","accountId":"account_01m7hfdpere2q9yegwark9458m"}', '2026-11-16 06:06:30.877+00'),
	('01a1e2f6-d9dd-7365-8622-00dbff49ec75', 14, '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'person.created', 'person_01m7hfdpere2q9yegwannygmkr', '{"type":"person.created","personId":"person_01m7hfdpere2q9yegwannygmkr"}', '2026-11-16 06:06:30.877+00');

INSERT INTO public.migration VALUES
	(1, 'Migration20261115000000Foundation', '2026-11-16 06:06:21.019719+00'),
	(2, 'Migration20261115000030Storage', '2026-11-16 06:06:21.019719+00'),
	(3, 'Migration20261115000031DoomedFiles', '2026-11-16 06:06:21.019719+00'),
	(4, 'Migration20261115000821Events', '2026-11-16 06:06:21.019719+00'),
	(5, 'Migration20261115002100KeyRateLimit', '2026-11-16 06:06:21.019719+00'),
	(6, 'Migration20261115000100Topics', '2026-11-16 06:06:21.019719+00'),
	(7, 'Migration20261115002000Crm', '2026-11-16 06:06:21.019719+00'),
	(8, 'Migration20261115000200Pages', '2026-11-16 06:06:21.019719+00'),
	(9, 'Migration20261115000801VersionReasons', '2026-11-16 06:06:21.019719+00'),
	(10, 'Migration20261115000811VersionPlaces', '2026-11-16 06:06:21.019719+00'),
	(11, 'Migration20261115150000VersionPlacesDefault', '2026-11-16 06:06:21.019719+00'),
	(12, 'Migration20261115000600Sessions', '2026-11-16 06:06:21.019719+00'),
	(13, 'Migration20261115000300Assets', '2026-11-16 06:06:21.019719+00'),
	(14, 'Migration20261115000800Links', '2026-11-16 06:06:21.019719+00'),
	(15, 'Migration20261115000700Webhooks', '2026-11-16 06:06:21.019719+00'),
	(16, 'Migration20261115000831Deliveries', '2026-11-16 06:06:21.019719+00'),
	(17, 'Migration20261115120000DeliveryChains', '2026-11-16 06:06:21.019719+00');

INSERT INTO public.page VALUES
	('01938f5b-e800-7000-8000-000000000001', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.682+00', '2026-11-16 06:06:29.683+00', 'Spring launch', 'Foyer greets each visitor by what they care about.', 'inbound', 'acme', '[{"actionId":"book-demo","purpose":"Book a demo","buttonTitle":"See it live","actionType":"open_url","url":"https://example.com/demo"}]', '[]', '[]', '[]', 'book-demo', '{"title":"Foyer for you","description":"Pages that know whom they speak to"}', 'published', 2, 'spring launchfoyer for you', NULL, NULL),
	('01938f5b-e800-7000-8000-000100000001', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.682+00', '2026-11-16 06:06:29.682+00', 'Winter sale', 'Foyer greets each visitor by what they care about.', 'inbound', 'acme', '[{"actionId":"book-demo","purpose":"Book a demo","buttonTitle":"See it live","actionType":"open_url","url":"https://example.com/demo"}]', '[]', '[]', '[]', 'book-demo', '{"title":"Foyer for you","description":"Pages that know whom they speak to"}', 'draft', 0, 'winter salefoyer for you', NULL, NULL),
	('01938f5b-e800-7000-8000-000200000001', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.682+00', '2026-11-16 06:06:29.682+00', 'Autumn fair', 'Foyer greets each visitor by what they care about.', 'inbound', 'acme', '[{"actionId":"book-demo","purpose":"Book a demo","buttonTitle":"See it live","actionType":"open_url","url":"https://example.com/demo"}]', '[]', '[]', '[]', 'book-demo', '{"title":"Foyer for you","description":"Pages that know whom they speak to"}', 'draft', 0, 'autumn fairfoyer for you', NULL, NULL);

INSERT INTO public.page_link VALUES
	('01938f5b-e800-7000-8000-00000000000f', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', NULL, '/welcome', '\x1685b3947177daee576be17957e72c1ce6d8e41dded1cce8e08cee451924fcb9', '01938f5b-e800-7000-8000-000000000002', '2026-11-16 06:06:29.797+00', '2026-11-16 06:06:29.797+00', NULL),
	('01938f5b-e800-7000-8000-00010000000f', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', NULL, '/winter', '\xe9557c42be501d7b0fc4a7d2f9a192f607a991c8a34ee4b12403fcbe5658b777', '01938f5b-e800-7000-8000-000000000002', '2026-11-16 06:06:29.797+00', '2026-11-16 06:06:29.797+00', NULL);

INSERT INTO public.person VALUES
	('01938f5b-e800-7000-8000-000000000009', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.644+00', '2026-11-16 06:06:29.644+00', NULL, '01938f5b-e800-7000-8000-00000000000a', 'Jane Doe', 'jane-doe', 'jane@example.com', 'jane@example.com', 'example.com', '+14155550123', 'https://www.linkedin.com/in/jane-doe', 'T7iU0WNvJCd5Hlvwyxbnq6R73y_gOzpburSdJouQkuo', 'jane doejane@example.comexample.com+14155550123'),
	('01938f5b-e800-7000-8000-000100000009', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.652+00', '2026-11-16 06:06:29.652+00', NULL, NULL, 'John Roe', 'john-roe', NULL, NULL, NULL, NULL, NULL, NULL, 'john roe'),
	('01a1e2f6-d93e-7092-8c17-6d1649ee64d9', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:30.718+00', '2026-11-16 06:06:30.718+00', NULL, '01a1e2f6-d946-798a-8762-36a5f06a1a8c', 'Person 1', 'person-1', 'p1@firm1.example', 'p1@firm1.example', 'firm1.example', NULL, NULL, NULL, 'person 1p1@firm1.examplefirm1.example'),
	('01a1e2f6-d98c-76e5-8a92-cbcb6d4ce12e', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:30.796+00', '2026-11-16 06:06:30.796+00', NULL, '01a1e2f6-d98d-73ba-b874-d1792610972c', 'Person 2', 'person-2', 'p2@firm2.example', 'p2@firm2.example', 'firm2.example', NULL, NULL, NULL, 'person 2p2@firm2.examplefirm2.example'),
	('01a1e2f6-d9d8-70ae-9f3a-1c556be85278', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:30.872+00', '2026-11-16 06:06:30.872+00', NULL, '01a1e2f6-d9d8-70ae-9f3a-1c5626921514', 'Person 3', 'person-3', 'p3@firm3.example', 'p3@firm3.example', 'firm3.example', NULL, NULL, NULL, 'person 3p3@firm3.examplefirm3.example');

INSERT INTO public.person_log VALUES
	('01938f5b-e800-7000-8000-000000000016', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '2026-11-16 06:06:29.667+00', 'website', 'form-submitted', '{"form":"newsletter"}', 'newsletter-1', '01938f5b-e800-7000-8000-000000000009', '01938f5b-e800-7000-8000-00000000000a', true);

INSERT INTO public.service_secret VALUES
	('cursor', '\x4a19b8b4a88cf2da168e191c5a9f8aff62095eb1759a759223168755484639f4'),
	('file url', '\x999b98e3c608dff53c43fcfda078931f129c8c19e4ba7b6ad920fdd6084d24cc'),
	('webhook secrets', '\xa8e83c883790e7a3f19f20b474d0ff54a7eaf5d9fc4163267aea57ad78973cc2');

INSERT INTO public.tenant VALUES
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'default', '2026-11-16 06:06:25.339+00');

INSERT INTO public.tenant_domain VALUES
	('01938f5b-e800-7000-8000-00000000000e', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'www.example.com', '2026-11-16 06:06:29.797+00', '2026-11-16 06:06:29.797+00'),
	('01938f5b-e800-7000-8000-00010000000e', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'old.example.com', '2026-11-16 06:06:29.797+00', '2026-11-16 06:06:29.797+00');

INSERT INTO public.topic VALUES
	('01938f5b-e800-7000-8000-000000000007', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Getting started', 'What a newcomer asks first', 0, true, '2026-11-16 06:06:29.565+00', '2026-11-16 06:06:29.565+00'),
	('01938f5b-e800-7000-8000-000100000007', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Last season', NULL, 1, false, '2026-11-16 06:06:29.566+00', '2026-11-16 06:06:29.566+00'),
	('01a1e2f6-d7a5-7902-9ae8-42b4ddae0113', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Topic 1', 'p', 2, false, '2026-11-16 06:06:30.309+00', '2026-11-16 06:06:30.309+00'),
	('01a1e2f6-d818-7f3c-96aa-46d315df62f3', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Topic 2', 'p', 3, false, '2026-11-16 06:06:30.424+00', '2026-11-16 06:06:30.424+00'),
	('01a1e2f6-d861-769a-9ca9-594f6c224566', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Topic 3', 'p', 4, false, '2026-11-16 06:06:30.497+00', '2026-11-16 06:06:30.497+00'),
	('01a1e2f6-d898-749e-930e-bf0e2d1fbab4', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Topic 4', 'p', 5, false, '2026-11-16 06:06:30.552+00', '2026-11-16 06:06:30.552+00'),
	('01a1e2f6-d8d4-7b14-a693-f0c947952e80', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Topic 5', 'p', 6, false, '2026-11-16 06:06:30.612+00', '2026-11-16 06:06:30.612+00'),
	('01a1e2f6-d90c-730c-aa50-84c3bcb81b69', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'Topic 6', 'p', 7, false, '2026-11-16 06:06:30.668+00', '2026-11-16 06:06:30.668+00');

INSERT INTO public.topic_entry VALUES
	('01938f5b-e800-7000-8000-000000000008', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01938f5b-e800-7000-8000-000000000007', 0, 'markdown', 'A topic holds pieces of content that pages can draw on.', '2026-11-16 06:06:29.596+00', '2026-11-16 06:06:29.596+00'),
	('01938f5b-e800-7000-8000-000100000008', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01938f5b-e800-7000-8000-000000000007', 1, 'markdown', 'It was free.', '2026-11-16 06:06:29.596+00', '2026-11-16 06:06:29.596+00');

INSERT INTO public.webhook_attempt VALUES
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d7bd-760e-964a-57343cc69360', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.351+00', 67, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d821-763a-8e41-187464a4fd9b', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.451+00', 16, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d865-79bf-a59d-db0dfdddf669', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.52+00', 4, 500, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d8a1-7955-aa49-bf52c972a1c1', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.575+00', 16, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d8de-738b-9bcb-b8970a4680e3', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.63+00', 14, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d910-746b-97fa-761c22a81508', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.684+00', 19, 500, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d952-7be4-a3f0-0656e9c1c3b5', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.784+00', 4, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d9a4-7916-af7d-b61368f898ad', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.825+00', 1, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d9de-74c7-9718-feb3c5b42e5d', 1, 'http://127.0.0.1:4798/', '2026-11-16 06:06:30.886+00', 5, 500, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d910-746b-97fa-761c22a81508', 2, 'http://127.0.0.1:4798/', '2026-11-16 06:06:35.462+00', 9, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d865-79bf-a59d-db0dfdddf669', 2, 'http://127.0.0.1:4798/', '2026-11-16 06:06:36.467+00', 7, 204, NULL, NULL, ''),
	('01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d9de-74c7-9718-feb3c5b42e5d', 2, 'http://127.0.0.1:4798/', '2026-11-16 06:06:36.468+00', 9, 500, NULL, NULL, '');

INSERT INTO public.webhook_delivery VALUES
	('01938f5b-e800-7000-8000-000000000011', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01938f5b-e800-7000-8000-000100000010', '01938f5b-e800-7000-8000-000000000012', 'topic.created', 1, NULL, 'cancelled', 0, 0, '2026-11-16 06:06:29.832+00', '2026-11-16 06:06:29.809+00'),
	('01a1e2f6-d7bd-760e-964a-57343cc69360', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d7a9-70ae-94f0-8c4c574931b8', 'topic.created', 3, 'topic_01m7hfdnx5f419nt22pketw08k', 'delivered', 1, 1, '2026-11-16 06:06:30.479+00', '2026-11-16 06:06:30.332+00'),
	('01a1e2f6-d821-763a-8e41-187464a4fd9b', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d818-7f3c-96aa-46d4f898d010', 'topic.created', 4, 'topic_01m7hfdp0rfwy9daj6tcaxyrqk', 'delivered', 1, 1, '2026-11-16 06:06:30.479+00', '2026-11-16 06:06:30.429+00'),
	('01a1e2f6-d8a1-7955-aa49-bf52c972a1c1', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d898-749e-930e-bf0f8c55e5f3', 'topic.created', 6, 'topic_01m7hfdp4rejf963nz1rphzenm', 'delivered', 1, 1, '2026-11-16 06:06:30.647+00', '2026-11-16 06:06:30.56+00'),
	('01a1e2f6-d8de-738b-9bcb-b8970a4680e3', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d8d4-7b14-a693-f0ca83b94abc', 'topic.created', 7, 'topic_01m7hfdp6mfcaad4zgs53sabm0', 'delivered', 1, 1, '2026-11-16 06:06:30.647+00', '2026-11-16 06:06:30.62+00'),
	('01a1e2f6-d952-7be4-a3f0-0656e9c1c3b5', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d950-70a1-804e-9db934c1fa68', 'person.created', 10, 'person_01m7hfdp9ye298r5vd2s4yws6s', 'delivered', 1, 1, '2026-11-16 06:06:30.841+00', '2026-11-16 06:06:30.736+00'),
	('01a1e2f6-d9a4-7916-af7d-b61368f898ad', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d99a-73c9-9877-2bfc3671cc52', 'person.created', 12, 'person_01m7hfdpccevjrn4pbsdpmsr9e', 'delivered', 1, 1, '2026-11-16 06:06:30.841+00', '2026-11-16 06:06:30.815+00'),
	('01a1e2f6-d910-746b-97fa-761c22a81508', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d90c-730c-aa50-84c49e00d887', 'topic.created', 8, 'topic_01m7hfdp8cec6amm44reybg6v9', 'delivered', 2, 2, '2026-11-16 06:06:35.526+00', '2026-11-16 06:06:30.671+00'),
	('01a1e2f6-d865-79bf-a59d-db0dfdddf669', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d861-769a-9ca9-59505ae9ed70', 'topic.created', 5, 'topic_01m7hfdp31etd9saas9xp24hb6', 'delivered', 2, 2, '2026-11-16 06:06:36.528+00', '2026-11-16 06:06:30.5+00'),
	('01a1e2f6-d9de-74c7-9718-feb3c5b42e5d', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', '01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-d9dd-7365-8622-00dbff49ec75', 'person.created', 14, 'person_01m7hfdpere2q9yegwannygmkr', 'waiting', 2, 2, '2026-11-16 06:11:19.338+00', '2026-11-16 06:06:30.877+00');

INSERT INTO public.webhook_subscription VALUES
	('01938f5b-e800-7000-8000-000000000010', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'https://hooks.example.com/foyer', '{page.version.published,form.submitted}', false, '\x67c3beca501f8751c692030bbc572c30a303f2eef0dd65343d3155db4b160d7f8a003bc32003039204e25d20a409abad070431744046c6b965674df423b5a10fd2fc699db180b59ed67f4941b009', '2026-11-16 06:06:29.82+00', '2026-11-16 06:06:29.82+00', 'resource', NULL, NULL, NULL, NULL, NULL),
	('01938f5b-e800-7000-8000-000100000010', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'https://hooks.example.com/foyer', '{}', true, '\xc2529ab423c3ff146669eb29a55ada05b0f7c7d84d8ae1a933c1ba341b78f7d557d51bab5cf9e3f529f47020aa2fd7fd07b9a2814b2f1ee13cf98d2c382d04e91852053b6996fc321f464bbe6f9f', '2026-11-16 06:06:29.823+00', '2026-11-16 06:06:29.823+00', 'resource', NULL, NULL, NULL, NULL, NULL),
	('01938f5b-e800-7000-8000-000200000010', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'https://hooks.example.com/foyer', '{form.submitted}', false, '\xb6b085c03d159daf318dd19df4ad46c43c19499dbaceb344a2efb2c1be35e7fbf7efd99a6c4e0a61cb870c37d8b97a6c33e693d790f6a100436ba296af8fd2844ddad60b109b4a2d6454215b491a', '2026-11-16 06:06:29.824+00', '2026-11-16 06:06:29.824+00', 'resource', NULL, NULL, NULL, NULL, NULL),
	('01a1e2f6-d6f8-78f7-be1e-bced11204642', '01a1e2f6-c439-7089-a2f9-c99b8eec4155', 'http://127.0.0.1:4798/', '{topic.created,person.created,page.version.published}', true, '\xd9c910321d472ba884f1698be29689ccb05a4123903e23ce455a7ad9be7d8dbb2198010a89524b28202db96b72106eeba5be09136737dc5aae223dfa12080f418a465ca8f3bba774415aa8a5770d', '2026-11-16 06:06:30.136+00', '2026-11-16 06:06:30.136+00', 'resource', NULL, NULL, '2026-11-16 06:06:30.944+00', NULL, NULL);

SELECT pg_catalog.setval('public.event_seq_seq', 14, true);

SELECT pg_catalog.setval('public.migration_id_seq', 17, true);

ALTER TABLE ONLY public.account_log
    ADD CONSTRAINT account_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.applied_routines
    ADD CONSTRAINT applied_routines_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_file_id_key UNIQUE (file_id);

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audience_message
    ADD CONSTRAINT audience_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audience
    ADD CONSTRAINT audience_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audience_session
    ADD CONSTRAINT audience_session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audience_session
    ADD CONSTRAINT audience_session_tenant_id_analytics_session_id_key UNIQUE (tenant_id, analytics_session_id);

ALTER TABLE ONLY public.audience_version
    ADD CONSTRAINT audience_version_audience_id_operation_key_key UNIQUE (audience_id, operation_key);

ALTER TABLE ONLY public.audience_version
    ADD CONSTRAINT audience_version_audience_id_version_number_key UNIQUE (audience_id, version_number);

ALTER TABLE ONLY public.audience_version
    ADD CONSTRAINT audience_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_seq UNIQUE (seq);

ALTER TABLE ONLY public.idempotent_answer
    ADD CONSTRAINT idempotent_answer_pkey PRIMARY KEY (tenant_id, key);

ALTER TABLE ONLY public.loose_file
    ADD CONSTRAINT loose_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.page_link
    ADD CONSTRAINT page_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.page
    ADD CONSTRAINT page_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person_log
    ADD CONSTRAINT person_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.service_secret
    ADD CONSTRAINT service_secret_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.tenant_domain
    ADD CONSTRAINT tenant_domain_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT tenant_name_key UNIQUE (name);

ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.topic_entry
    ADD CONSTRAINT topic_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.topic
    ADD CONSTRAINT topic_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, number);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_subscription_id_event_id_key UNIQUE (subscription_id, event_id);

ALTER TABLE ONLY public.webhook_subscription
    ADD CONSTRAINT webhook_subscription_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX account_domain ON public.account USING btree (tenant_id, domain);

CREATE INDEX account_log_newest ON public.account_log USING btree (tenant_id, account_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX account_log_once ON public.account_log USING btree (account_id, idempotency_key);

CREATE INDEX account_log_source ON public.account_log USING btree (tenant_id, account_id, source, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX account_log_type ON public.account_log USING btree (tenant_id, account_id, type, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX account_newest ON public.account USING btree (tenant_id, created_at, id);

CREATE INDEX account_search ON public.account USING gin (search_text public.gin_trgm_ops);

CREATE INDEX api_key_tenant ON public.api_key USING btree (tenant_id);

CREATE INDEX asset_hidden_order ON public.asset USING btree (tenant_id, hidden, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX asset_kind_order ON public.asset USING btree (tenant_id, kind, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX asset_order ON public.asset USING btree (tenant_id, created_at, id) WHERE (trashed_at IS NULL);

CREATE INDEX asset_parent ON public.asset USING btree (parent_asset_id, created_at, id) WHERE (parent_asset_id IS NOT NULL);

CREATE INDEX asset_search ON public.asset USING gin (tenant_id, search_text public.gin_trgm_ops) WITH (fastupdate=off) WHERE (trashed_at IS NULL);

CREATE INDEX asset_trash_kind_order ON public.asset USING btree (tenant_id, kind, trashed_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX asset_trash_order ON public.asset USING btree (tenant_id, trashed_at, id) WHERE (trashed_at IS NOT NULL);

CREATE INDEX asset_trash_search ON public.asset USING gin (tenant_id, search_text public.gin_trgm_ops) WITH (fastupdate=off) WHERE (trashed_at IS NOT NULL);

CREATE INDEX audience_archived ON public.audience USING btree (page_id, created_at, id) WHERE (archived_at IS NOT NULL);

CREATE INDEX audience_message_order ON public.audience_message USING btree (audience_id, created_at, id);

CREATE INDEX audience_session_audience ON public.audience_session USING btree (tenant_id, audience_id, session_started_at, id);

CREATE INDEX audience_session_page ON public.audience_session USING btree (tenant_id, page_id, session_started_at, id);

CREATE INDEX audience_standing ON public.audience USING btree (page_id, created_at, id) WHERE (archived_at IS NULL);

CREATE UNIQUE INDEX audience_version_in_flight ON public.audience_version USING btree (audience_id) WHERE (status = ANY (ARRAY['queued'::text, 'processing'::text]));

CREATE UNIQUE INDEX audience_version_published ON public.audience_version USING btree (audience_id) WHERE (status = 'published'::text);

CREATE INDEX audience_version_waiting ON public.audience_version USING btree (audience_id, version_number) WHERE (status = ANY (ARRAY['pending'::text, 'draft'::text]));

CREATE INDEX event_age ON public.event USING btree (created_at);

CREATE INDEX event_order ON public.event USING btree (tenant_id, created_at, seq);

CREATE INDEX event_resource ON public.event USING btree (tenant_id, resource, created_at, seq);

CREATE INDEX event_type ON public.event USING btree (tenant_id, type, created_at, seq);

CREATE INDEX idempotent_answer_age ON public.idempotent_answer USING btree (created_at);

CREATE INDEX loose_file_due ON public.loose_file USING btree (due_at);

CREATE INDEX page_link_audience ON public.page_link USING btree (tenant_id, audience_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX page_link_domain ON public.page_link USING btree (tenant_id, tenant_domain_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX page_link_order ON public.page_link USING btree (tenant_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX page_link_path ON public.page_link USING btree (tenant_id, tenant_domain_id, path_hash) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

CREATE INDEX page_order ON public.page USING btree (tenant_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX page_search ON public.page USING gin (search_text public.gin_trgm_ops);

CREATE INDEX page_status ON public.page USING btree (tenant_id, status, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX page_type ON public.page USING btree (tenant_id, page_type, created_at, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX person_email ON public.person USING btree (tenant_id, email_key) WHERE ((email_key IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX person_linkedin ON public.person USING btree (tenant_id, linkedin_key, id) WHERE ((linkedin_key IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX person_log_newest ON public.person_log USING btree (tenant_id, person_id, created_at, id);

CREATE INDEX person_log_of_account ON public.person_log USING btree (tenant_id, account_id, created_at, id) WHERE (account_id IS NOT NULL);

CREATE UNIQUE INDEX person_log_once ON public.person_log USING btree (person_id, idempotency_key);

CREATE INDEX person_newest ON public.person USING btree (tenant_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX person_of_account ON public.person USING btree (tenant_id, account_id, created_at, id) WHERE ((account_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX person_phone ON public.person USING btree (tenant_id, phone_number, id) WHERE ((phone_number IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX person_search ON public.person USING gin (search_text public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX person_slug ON public.person USING btree (tenant_id, slug);

CREATE UNIQUE INDEX tenant_domain_name ON public.tenant_domain USING btree (domain);

CREATE INDEX tenant_domain_order ON public.tenant_domain USING btree (tenant_id, created_at, id);

CREATE INDEX topic_entry_order ON public.topic_entry USING btree (topic_id, sort_order, id);

CREATE UNIQUE INDEX topic_one_default ON public.topic USING btree (tenant_id) WHERE is_default;

CREATE INDEX topic_order ON public.topic USING btree (tenant_id, sort_order, id);

CREATE INDEX webhook_attempt_age ON public.webhook_attempt USING btree (tenant_id, started_at);

CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (tenant_id, created_at);

CREATE INDEX webhook_delivery_chain ON public.webhook_delivery USING btree ((((subscription_id)::text || resource)), seq) WHERE ((status = 'waiting'::text) AND (resource IS NOT NULL));

CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (subscription_id, due_at, seq) WHERE (status = 'waiting'::text);

CREATE INDEX webhook_delivery_order ON public.webhook_delivery USING btree (subscription_id, created_at, id);

CREATE INDEX webhook_subscription_order ON public.webhook_subscription USING btree (tenant_id, id);

CREATE TRIGGER tell_subscriptions AFTER INSERT ON public.event REFERENCING NEW TABLE AS new_event FOR EACH STATEMENT EXECUTE FUNCTION public.tell_subscriptions();

ALTER TABLE ONLY public.account_log
    ADD CONSTRAINT account_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.account_log
    ADD CONSTRAINT account_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_parent_asset_id_fkey FOREIGN KEY (parent_asset_id) REFERENCES public.asset(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.audience_message
    ADD CONSTRAINT audience_message_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES public.audience(id);

ALTER TABLE ONLY public.audience_message
    ADD CONSTRAINT audience_message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.audience
    ADD CONSTRAINT audience_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.page(id);

ALTER TABLE ONLY public.audience_session
    ADD CONSTRAINT audience_session_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.audience
    ADD CONSTRAINT audience_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.audience_version
    ADD CONSTRAINT audience_version_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES public.audience(id);

ALTER TABLE ONLY public.audience_version
    ADD CONSTRAINT audience_version_rolled_back_from_fkey FOREIGN KEY (rolled_back_from) REFERENCES public.audience_version(id);

ALTER TABLE ONLY public.audience_version
    ADD CONSTRAINT audience_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_tenant_id_fkey1 FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.idempotent_answer
    ADD CONSTRAINT idempotent_answer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.loose_file
    ADD CONSTRAINT loose_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.page_link
    ADD CONSTRAINT page_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.page
    ADD CONSTRAINT page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.person_log
    ADD CONSTRAINT person_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.person_log
    ADD CONSTRAINT person_log_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.person_log
    ADD CONSTRAINT person_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.tenant_domain
    ADD CONSTRAINT tenant_domain_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.topic_entry
    ADD CONSTRAINT topic_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.topic_entry
    ADD CONSTRAINT topic_entry_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.topic(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.topic
    ADD CONSTRAINT topic_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.webhook_subscription
    ADD CONSTRAINT webhook_subscription_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

