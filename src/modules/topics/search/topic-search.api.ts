import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { uuidsOf } from '../../../shared/kernel/ids.js';
import { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import { matchedTextsIn, matchesIn, matchesInTopics, type Match, type MatchedText } from './search-reads.js';
import { snippetOf } from './snippet.js';

/** What an entry says about a question. */
export interface FoundPassage {
  entryId: string;
  topicId: string;
  topicTitle: string;
  /** Plain text: a few sentences of the entry. */
  snippet: string;
}

const anyText = new PreparedRead<object>(
  'topics.any_text',
  `select from topic_entry where tenant_id = $1 and search_terms is not null limit 1`,
);

/** One topic after the other, each by the index. */
const anyTextIn = new PreparedRead<object>(
  'topics.any_text_in',
  `select from unnest($2::uuid[]) as topic cross join lateral (
     select from topic_entry where tenant_id = $1 and topic_id = topic and search_terms is not null limit 1
   ) as entry limit 1`,
);

/** Searches the tenant's entries of text and Markdown, for other modules (decision 74). */
@Injectable()
export class TopicSearchApi {
  private readonly matchesRead: PreparedRead<Match>;
  private readonly matchesInTopicsRead: PreparedRead<Match>;
  private readonly textsRead: PreparedRead<MatchedText>;

  constructor(
    private readonly reads: PreparedReads,
    @InjectSettings() { SEARCH_LANGUAGE: language }: Settings,
  ) {
    this.matchesRead = matchesIn(language);
    this.matchesInTopicsRead = matchesInTopics(language);
    this.textsRead = matchedTextsIn(language);
  }

  /** Whether there is any text to search, in these topics (`topic_…`) or in all. */
  async hasTexts(topicIds?: readonly string[]): Promise<boolean> {
    if (topicIds?.length === 0) return false;
    const found = topicIds ? this.reads.one(anyTextIn, uuidsOf('topic', topicIds)) : this.reads.one(anyText);
    return (await found) !== undefined;
  }

  /** The entries that contain words of the question, whether or not they answer it, in these topics or in all. */
  async matches(question: string, topicIds?: readonly string[]): Promise<Match[]> {
    if (!topicIds) return this.reads.all(this.matchesRead, question);
    if (topicIds.length === 0) return [];
    return this.reads.all(this.matchesInTopicsRead, question, uuidsOf('topic', topicIds));
  }

  /** What these entries say about the question, in the same order. */
  async passages(question: string, entryIds: readonly string[]): Promise<FoundPassage[]> {
    if (entryIds.length === 0) return [];
    const texts = await this.reads.all(this.textsRead, question, entryIds);
    const budget = new MarkdownBudget();
    return entryIds
      .flatMap((id) => texts.filter(({ entryId }) => entryId === id))
      .map((text) => passageOf(text, budget));
  }
}

function passageOf(
  { entryId, topicId, topicTitle, text, contentType, words }: MatchedText,
  budget: MarkdownBudget,
): FoundPassage {
  return { entryId, topicId, topicTitle, snippet: snippetOf(text, { type: contentType, words }, budget) };
}
