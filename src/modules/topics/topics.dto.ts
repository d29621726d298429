import { ApiSchema } from '@nestjs/swagger';
import { BatchOf } from '../../shared/batches/batch.dto.js';
import { Decimal, Integer, ListOf, Nested, RecordId, Text, Time, Bool } from '../../shared/fields/fields.js';
import { ListView, TimedListQuery } from '../../shared/fields/list.dto.js';
import { QueryIds } from '../../shared/fields/query-fields.js';
import type { EntryContent, NewEntry } from './topic-entry.entity.js';
import { MAX_ENTRIES } from './topic-limits.js';
import type { NewTopic } from './topic.entity.js';

const SORT_ORDER = { min: 0, max: Number.MAX_SAFE_INTEGER, about: 'Smaller values come first.' };

export class CreateTopic implements NewTopic {
  @Text({ min: 1, example: 'Pricing' })
  title!: string;

  @Text({ min: 1, optional: true, nullable: true, example: 'What it costs, and what is included' })
  purpose?: string | null;

  @Integer({
    ...SORT_ORDER,
    optional: true,
    about: 'Smaller values come first. Without it, the topic becomes the last one.',
    example: 10,
  })
  sortOrder?: number;
}

export class UpdateTopic {
  @Text({ min: 1, optional: true, example: 'Plans and pricing' })
  title?: string;

  @Integer({ ...SORT_ORDER, optional: true, example: 20 })
  sortOrder?: number;
}

export class TopicEntryContent implements EntryContent {
  @Text({ about: 'Free text; the usual types are `text` and `markdown`.', example: 'markdown' })
  type!: string;

  @Text({ example: 'Every plan has **unlimited** pages.' })
  content!: string;
}

export class CreateTopicEntry implements NewEntry {
  @Nested(() => TopicEntryContent)
  content!: TopicEntryContent;

  @Integer({
    ...SORT_ORDER,
    optional: true,
    about: 'Smaller values come first. Without it, the entry becomes the last one.',
    example: 10,
  })
  sortOrder?: number;
}

export class CreateTopicEntries extends BatchOf(CreateTopicEntry) {}

export class UpdateTopicEntry {
  @Nested(() => TopicEntryContent, { optional: true, about: 'Replaces the whole content.' })
  content?: TopicEntryContent;

  @Integer({ ...SORT_ORDER, optional: true, example: 20 })
  sortOrder?: number;
}

export class TopicTitlesQuery extends TimedListQuery {
  @Text({ min: 1, optional: true, about: 'Text that the title contains; case is ignored.' })
  query?: string;

  @QueryIds('topic')
  topicIds?: Iterable<string>;
}

@ApiSchema({ name: 'TopicEntry' })
export class TopicEntryView {
  @RecordId('entry')
  topicEntryId!: string;

  @RecordId('topic')
  topicId!: string;

  @Decimal({ example: 10 })
  sortOrder!: number;

  @Nested(() => TopicEntryContent)
  content!: TopicEntryContent;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

class TopicFacts {
  @RecordId('topic')
  topicId!: string;

  @Text({ example: 'Pricing' })
  title!: string;

  @Text({ nullable: true, example: 'What it costs, and what is included' })
  purpose!: string | null;

  @Decimal({ example: 10 })
  sortOrder!: number;

  @Bool({ about: "Whether this is the tenant's default topic: its first topic, until that is deleted." })
  isDefault!: boolean;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

@ApiSchema({ name: 'TopicTitle' })
export class TopicTitleView extends TopicFacts {
  @Integer({ min: 0, max: MAX_ENTRIES, example: 3 })
  entriesCount!: number;
}

@ApiSchema({ name: 'Topic' })
export class TopicView extends TopicFacts {
  @ListOf(() => TopicEntryView, { about: 'By `sortOrder`, then by age.' })
  entries!: TopicEntryView[];
}

export const TopicListView = ListView('TopicList', () => TopicView);

export const TopicTitleListView = ListView('TopicTitleList', () => TopicTitleView);
