import { Injectable } from '@nestjs/common';
import type { PersonSummary } from '../../crm/index.js';
import { TopicsApi, type TopicForComposing } from '../../topics/index.js';
import { computedNameOf } from '../dto/audience-reads.js';
import type { Audience, Overrides } from '../entities/audience.entity.js';
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
    const { number, customName } = audience;
    return {
      page: pageContentColumns.valuesOf(page),
      audience: { ...audience.overrides, supplementaryContext },
      name: customName ?? computedNameOf({ pageName: page.name, number, person: person ?? null }),
      person,
      topics: await this.topics.forComposing(),
    };
  }
}
