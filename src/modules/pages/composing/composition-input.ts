import { Injectable } from '@nestjs/common';
import type { PersonSummary } from '../../crm/index.js';
import { TopicsApi, type TopicForComposing } from '../../topics/index.js';
import { computedNameOf } from '../dto/audience-reads.js';
import { NO_OVERRIDES, type Audience, type Overrides } from '../entities/audience.entity.js';
import type { Content } from '../entities/content.js';
import type { EditedPage } from '../entities/edited-page.js';
import { pageContentColumns, type Page, type PageContent } from '../entities/page.entity.js';

export type PersonToGreet = Pick<PersonSummary, 'name' | 'account'>;

/** The complete input for composing a version. */
export interface CompositionInput {
  page: PageContent;
  audience: Overrides;
  /** The effective name of the audience. */
  name: string;
  person: PersonToGreet | undefined;
  topics: readonly TopicForComposing[];
}

/** Undefined: all topics. */
export function topicIdsFor(
  page: Pick<PageContent, 'topicIds'>,
  audience: Pick<Overrides, 'topicIdsOverride'>,
): string[] | undefined {
  return audience.topicIdsOverride ?? page.topicIds ?? undefined;
}

@Injectable()
export class CompositionInputs {
  constructor(private readonly topics: TopicsApi) {}

  /** Takes the supplementary context from the version, and the current state of everything else. */
  async load(
    page: Page,
    audience: Audience,
    { supplementaryContext = null }: { supplementaryContext?: string | null },
    person: PersonSummary | undefined,
  ): Promise<CompositionInput> {
    const edited = {
      page: pageContentColumns.valuesOf(page),
      overrides: { ...audience.overrides, supplementaryContext },
    };
    const name = computedNameOf({ pageName: page.name, number: audience.number, person: person ?? null });
    return { ...(await this.ofEdited(edited, person)), name: audience.customName ?? name };
  }

  /** Takes the given fields, saved or not. Without overrides, the page is for nobody in particular. */
  async ofEdited(
    { page, overrides = NO_OVERRIDES }: EditedPage,
    person: PersonSummary | undefined,
  ): Promise<CompositionInput> {
    const name = overrides.customName ?? page.name;
    const topics = await this.topics.forComposing(topicIdsFor(page, overrides));
    return { page, audience: overrides, name, person, topics };
  }

  /** The topics of content that was composed before. */
  async topicsOf({ topicIds }: Pick<Content, 'topicIds'>): Promise<CompositionInput['topics']> {
    return this.topics.forComposing(topicIds);
  }
}
