import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { MarkdownBudget } from '../../shared/markdown/markdown-budget.js';
import { matchedTextsIn, matchesIn, type Match, type MatchedText } from './search-reads.js';
import { snippetOf } from './snippet.js';

/** What an entry says about a question. */
export interface FoundPassage {
  entryId: string;
  topicId: string;
  topicTitle: string;
  /** Plain text: a few sentences of the entry. */
  snippet: string;
}

const hasTexts = new PreparedRead<object>(
  'topics.has_texts',
  `select from topic_entry where tenant_id = $1 and search_terms is not null limit 1`,
);

/** Searches the tenant's entries of text and Markdown, for other modules (decision 74). */
@Injectable()
export class TopicSearchApi {
  private readonly matchesRead: PreparedRead<Match>;
  private readonly textsRead: PreparedRead<MatchedText>;

  constructor(
    private readonly reads: PreparedReads,
    @InjectSettings() { SEARCH_LANGUAGE: language }: Settings,
  ) {
    this.matchesRead = matchesIn(language);
    this.textsRead = matchedTextsIn(language);
  }

  /** Whether there is any text to search. */
  async hasTexts(): Promise<boolean> {
    return (await this.reads.one(hasTexts)) !== undefined;
  }

  /** The entries that contain words of the question, whether or not they answer it. */
  matches(question: string): Promise<Match[]> {
    return this.reads.all(this.matchesRead, question);
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
