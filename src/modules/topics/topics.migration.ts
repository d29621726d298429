import { Migration } from '@mikro-orm/migrations';

class Migration20261115000100Topics extends Migration {
  override up(): void {
    this.addSql(`
      create table topic (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        title text not null,
        purpose text,
        sort_order bigint not null,
        is_default boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`create index topic_order on topic (tenant_id, sort_order, id)`);
    this.addSql(`create unique index topic_one_default on topic (tenant_id) where is_default`);
    this.addSql(`
      create table topic_entry (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        topic_id uuid not null references topic on delete cascade,
        sort_order bigint not null,
        content_type text not null,
        content_text text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`create index topic_entry_order on topic_entry (topic_id, sort_order, id)`);
  }
}

class Migration20261116000100TopicKeys extends Migration {
  override up(): void {
    this.addSql(`alter table topic_entry drop constraint topic_entry_topic_id_fkey`);
    this.addSql(`alter table topic drop constraint topic_pkey, add primary key (tenant_id, id)`);
    this.addSql(`drop index topic_entry_order`);
    this.addSql(`create index topic_entry_order on topic_entry (tenant_id, topic_id, sort_order, id)`);
    this.addSql(`
      alter table topic_entry
        drop constraint topic_entry_pkey,
        add primary key (tenant_id, id),
        add foreign key (tenant_id, topic_id) references topic on delete cascade`);
  }
}

const SEPARATORS =
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~' + '\u00a0¡¿«»·•…–—‘’‚“”„‹›、。「」！，？：；' + '\u2028\u2029\u200b';

const WORDS = `
  translate(left(content_text, 20000), '${SEPARATORS.replaceAll("'", "''")}', '${' '.repeat(SEPARATORS.length)}')`;

/** Uses the default language. `migrate` changes it if another language is set (decision 74). */
class Migration20261121000100TopicSearch extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists btree_gin`);
    this.addSql(`
      alter table topic_entry add column search_terms tsvector generated always as
        (case when lower(content_type) in ('text', 'markdown') then to_tsvector('english', ${WORDS}) end) stored`);
    this.addSql(`
      create index topic_entry_search on topic_entry using gin (tenant_id, search_terms)
        with (fastupdate = off) where search_terms is not null`);
    // Created last (docs/growing.md).
    this.addSql(`alter table topic_entry drop constraint topic_entry_pkey, add primary key (tenant_id, id)`);
  }
}

/** The index finds the entries of a topic with a word, too. Its former shape served only searches in all topics. */
class Migration30000000000014TopicSearchInTopics extends Migration {
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`drop index topic_entry_search`);
    this.addSql(`
      create index topic_entry_search on topic_entry using gin (tenant_id, topic_id, search_terms)
      with (fastupdate = off) where search_terms is not null`);
  }
}

/** Topics by age, and in the order of their changes. */
class Migration30000000000023TopicChanges extends Migration {
  /** The constraints that it drops come back as they were. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`create index topic_newest on topic (tenant_id, created_at, id)`);
    this.addSql(`create index topic_changed on topic (tenant_id, updated_at, id)`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`alter table topic_entry drop constraint topic_entry_tenant_id_topic_id_fkey`);
    this.addSql(`alter table topic drop constraint topic_pkey, add primary key (tenant_id, id)`);
    this.addSql(`
      alter table topic_entry add foreign key (tenant_id, topic_id) references topic on delete cascade`);
  }
}

export const topicMigrations = [
  Migration20261115000100Topics,
  Migration20261116000100TopicKeys,
  Migration20261121000100TopicSearch,
  Migration30000000000014TopicSearchInTopics,
  Migration30000000000023TopicChanges,
];
