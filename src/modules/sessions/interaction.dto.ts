import { Decimal, ListOf, Text, Bool } from '../../shared/fields/fields.js';
import { TextList } from '../../shared/fields/text-list.js';

/** Something a visitor did: a question asked, an option chosen, a component used. */
export class Interaction {
  @Text({ example: 'faq' })
  componentContext!: string;

  @Text({ example: 'question-box' })
  componentId!: string;

  @TextList({ about: 'The pieces of content that the answer was drawn from.', example: [] })
  groundingChunkIds!: string[];

  @Text({ example: 'What does it cost?' })
  label!: string;

  @TextList({ example: [] })
  options!: string[];

  @Text({ about: 'What was answered; empty where nothing was asked.', example: 'There is a free plan.' })
  responseText!: string;

  @Decimal({ about: 'When, in milliseconds since 1970.', example: 1763164810000 })
  timestamp!: number;
}

export class AudienceSessionInteractions {
  @Bool({ about: 'Whether there is such a session.' })
  found!: boolean;

  @ListOf(() => Interaction, { about: 'In the order in which they were recorded.' })
  interactions!: Interaction[];
}
