import { Migration } from '@mikro-orm/migrations';

const RECORD = `
  id uuid primary key,
  tenant_id uuid not null references tenant,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null`;

class Migration20261115000200Pages extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists pg_trgm`);
    this.addSql(`
      create table page (${RECORD},
        name text not null,
        page_context text not null,
        page_type text not null,
        brand_id text not null,
        actions json not null,
        action_card_widgets json not null,
        footer_links json not null,
        scripts json not null,
        header_action_id text,
        metadata json,
        status text not null,
        audiences_made bigint not null,
        search_text text not null,
        archived_at timestamptz(3),
        deleted_at timestamptz(3)
      )`);
    this.addSql(`create index page_order on page (tenant_id, created_at, id) where deleted_at is null`);
    this.addSql(
      `create index page_status on page (tenant_id, status, created_at, id) where deleted_at is null`,
    );
    this.addSql(
      `create index page_type on page (tenant_id, page_type, created_at, id) where deleted_at is null`,
    );
    this.addSql(`create index page_search on page using gin (search_text gin_trgm_ops)`);
    this.addSql(`
      create table audience (${RECORD},
        page_id uuid not null references page,
        number bigint not null,
        custom_name text,
        action_form_id_override text,
        action_form_instructions_override text,
        action_url_override text,
        supplementary_context text,
        metadata_override json,
        person_id uuid,
        versions_made bigint not null,
        archived_at timestamptz(3)
      )`);
    this.addSql(
      `create index audience_standing on audience (page_id, created_at, id) where archived_at is null`,
    );
    this.addSql(
      `create index audience_archived on audience (page_id, created_at, id) where archived_at is not null`,
    );
    this.addSql(`
      create table audience_version (${RECORD},
        audience_id uuid not null references audience,
        version_number bigint not null,
        status text not null,
        is_new_page_agent boolean not null,
        supplementary_context text,
        operation_key text,
        queue_duration_ms bigint,
        content jsonb,
        became_draft_at timestamptz(3),
        queued_at timestamptz(3),
        published_at timestamptz(3),
        cancelled_at timestamptz(3),
        obsolete_at timestamptz(3),
        archived_at timestamptz(3),
        unique (audience_id, version_number),
        unique (audience_id, operation_key)
      )`);
    this.addSql(
      `create unique index audience_version_published on audience_version (audience_id) where status = 'published'`,
    );
    this.addSql(
      `create unique index audience_version_in_flight on audience_version (audience_id)
       where status in ('queued', 'processing')`,
    );
    this.addSql(
      `create index audience_version_waiting on audience_version (audience_id, version_number)
       where status in ('pending', 'draft')`,
    );
    this.addSql(`
      create table audience_message (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        audience_id uuid not null references audience,
        kind text not null,
        text text,
        snapshot jsonb,
        created_at timestamptz(3) not null
      )`);
    this.addSql(`create index audience_message_order on audience_message (audience_id, created_at, id)`);
  }
}

class Migration20261115000801VersionReasons extends Migration {
  override up(): void {
    this.addSql('alter table audience_version add column draft_reason text');
  }
}

class Migration20261115000811VersionPlaces extends Migration {
  override up(): void {
    this.addSql(`alter table audience add column places_given bigint not null default 0`);
    this.addSql(`update audience set places_given = versions_made`);
    this.addSql(`
      alter table audience_version
        add column publish_at timestamptz(3),
        add column place bigint,
        add column rolled_back_from uuid references audience_version`);
    this.addSql(`update audience_version set place = version_number where status = 'pending'`);
  }
}

/** The default was for existing rows; every new audience sets the value. */
class Migration20261115150000VersionPlacesDefault extends Migration {
  override up(): void {
    this.addSql(`alter table audience alter column places_given drop default`);
  }
}

class Migration20261116000200PageKeys extends Migration {
  override up(): void {
    this.dropKeys();
    this.makeIndexes();
    for (const table of ['page', 'audience', 'audience_version', 'audience_message'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, id)`);
    this.addForeignKeys();
  }

  private dropKeys(): void {
    this.addSql(`alter table audience drop constraint audience_page_id_fkey`);
    this.addSql(`alter table audience_message drop constraint audience_message_audience_id_fkey`);
    this.addSql(`
      alter table audience_version
        drop constraint audience_version_audience_id_fkey,
        drop constraint audience_version_rolled_back_from_fkey,
        drop constraint audience_version_audience_id_version_number_key,
        drop constraint audience_version_audience_id_operation_key_key`);
  }

  private addForeignKeys(): void {
    const ofAudience = 'add foreign key (tenant_id, audience_id) references audience';
    this.addSql(`alter table audience add foreign key (tenant_id, page_id) references page`);
    this.addSql(`alter table audience_message ${ofAudience}`);
    this.addSql(`
      alter table audience_version ${ofAudience},
        add foreign key (tenant_id, rolled_back_from) references audience_version`);
  }

  private makeIndexes(): void {
    this.addSql(`create extension if not exists btree_gin`);
    this.addSql(`
      alter table audience_version
        add unique (tenant_id, audience_id, version_number),
        add unique (tenant_id, audience_id, operation_key)`);
    this.addSql(`
      drop index page_search, audience_standing, audience_archived, audience_message_order,
        audience_version_published, audience_version_in_flight, audience_version_waiting`);
    // `fastupdate` is off, because every search would have to read the list of pending entries.
    this.addSql(`
      create index page_search on page using gin (tenant_id, search_text gin_trgm_ops)
      with (fastupdate = off)`);
    const inOrder = '(tenant_id, page_id, created_at, id)';
    this.addSql(`create index audience_standing on audience ${inOrder} where archived_at is null`);
    this.addSql(`create index audience_archived on audience ${inOrder} where archived_at is not null`);
    this.addSql(`
      create index audience_message_order on audience_message (tenant_id, audience_id, created_at, id)`);
    this.addSql(`
      create unique index audience_version_published on audience_version (tenant_id, audience_id)
      where status = 'published'`);
    this.addSql(`
      create unique index audience_version_in_flight on audience_version (tenant_id, audience_id)
      where status in ('queued', 'processing')`);
    this.addSql(`
      create index audience_version_waiting on audience_version (tenant_id, audience_id, version_number)
      where status in ('pending', 'draft')`);
  }
}

/** The first rules composed the existing content. */
class Migration20261117000200PageBodies extends Migration {
  override up(): void {
    this.addSql(`alter table page add column body text, add column language text`);
    this.addSql(`alter table audience add column body_override text`);
    this.addSql(`alter table audience_version add column content_rules int`);
    this.addSql(`update audience_version set content_rules = 1 where content is not null`);
    this.addSql(`
      create index audience_version_outdated on audience_version (tenant_id, id)
      where status = 'published' and content_rules < 2`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`
      alter table audience_version drop constraint audience_version_tenant_id_rolled_back_from_fkey`);
    this.addSql(`
      alter table audience_version drop constraint audience_version_pkey, add primary key (tenant_id, id)`);
    this.addSql(`
      alter table audience_version add foreign key (tenant_id, rolled_back_from) references audience_version`);
  }
}

class Migration20261118000200PageForms extends Migration {
  override up(): void {
    this.addSql(`alter table page add column default_form_id text`);
  }
}

class Migration20261122000000AudiencePersons extends Migration {
  override up(): void {
    this.addSql(
      `create index audience_person on audience (tenant_id, person_id) where person_id is not null`,
    );
    // The primary key is to be the newest index of its table (docs/growing.md).
    const referring = ['audience_version', 'audience_message'];
    for (const table of referring)
      this.addSql(`alter table ${table} drop constraint ${table}_tenant_id_audience_id_fkey`);
    this.addSql(`alter table audience drop constraint audience_pkey, add primary key (tenant_id, id)`);
    for (const table of referring)
      this.addSql(`alter table ${table} add foreign key (tenant_id, audience_id) references audience`);
  }
}

class Migration30000000000010VersionBrands extends Migration {
  override up(): void {
    this.addSql(`alter table audience_version add column brand_id text`);
  }
}

/** Previews of what is not saved. Each is stored for ten minutes. */
class Migration30000000000013PagePreviews extends Migration {
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      create table page_preview (
        tenant_id uuid not null references tenant,
        id uuid not null,
        page_id uuid not null,
        audience_id uuid,
        page json not null,
        overrides json,
        bytes int not null,
        created_at timestamptz(3) not null,
        foreign key (tenant_id, page_id) references page,
        foreign key (tenant_id, audience_id) references audience
      )`);
    this.addSql(`create index page_preview_order on page_preview (tenant_id, created_at, id)`);
    // After the index (decision 67).
    this.addSql(`alter table page_preview add primary key (tenant_id, id)`);
  }
}

export const pageMigrations = [
  Migration20261115000200Pages,
  Migration20261115000801VersionReasons,
  Migration20261115000811VersionPlaces,
  Migration20261115150000VersionPlacesDefault,
  Migration20261116000200PageKeys,
  Migration20261117000200PageBodies,
  Migration20261118000200PageForms,
  Migration20261122000000AudiencePersons,
  Migration30000000000010VersionBrands,
  Migration30000000000013PagePreviews,
];
