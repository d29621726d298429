import { ApiSchema } from '@nestjs/swagger';
import { Bool, Integer, ListOf, Nested, RecordId, Text } from '../../../shared/fields/fields.js';
import { QueryBool, QueryInteger } from '../../../shared/fields/query-fields.js';
import { PersonView } from './persons.dto.js';

const Count = (about: string) => Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about, example: 1 });

/** More than one person usually leaves in records of others. Shared addresses and numbers have more. */
const MAX_MENTIONS = 100;

export class DeletePersonQuery {
  @QueryBool({
    about: 'Whether all data about the person is erased permanently. Deleted persons can be erased, too.',
  })
  erase?: boolean;

  @QueryInteger({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    fallback: MAX_MENTIONS,
    about:
      'An erasure is refused if more records than this contain the email address, phone number or profile of the ' +
      'person and are not linked to the person.',
  })
  maxMentions = MAX_MENTIONS;
}

@ApiSchema({ name: 'LinkPathWithName' })
export class LinkPathView {
  @RecordId('link')
  pageLinkId!: string;

  @Text({ example: '/for/jane-doe' })
  path!: string;
}

@ApiSchema({ name: 'Erasure', description: 'How many records of each kind were removed or made anonymous.' })
export class ErasureView {
  @Count('Log entries of the person; removed.')
  logs!: number;

  @Count('Forms that the person sent; removed.')
  submissions!: number;

  @Count('Visits of the person; removed.')
  visits!: number;

  @Count('Sessions of the person: the figures remain; identifying data, questions and answers are removed.')
  sessions!: number;

  @Count('Audiences of the person: they no longer have a person or overrides.')
  audiences!: number;

  @Count(
    'Versions of these audiences: the published one is composed again, the content of the others is removed.',
  )
  versions!: number;

  @Count('Messages about these audiences; removed.')
  messages!: number;

  @Count('Events about any of these; removed.')
  events!: number;

  @Count('Attempts to deliver these events; removed.')
  deliveryAttempts!: number;

  @Count('Background jobs about any of these, done or not; removed.')
  jobs!: number;

  @Count('Answers that were stored under an `Idempotency-Key`; removed.')
  storedAnswers!: number;

  @Count(
    "Records of others whose texts contain the person's email address, phone number or profile: these texts are removed.",
  )
  mentions!: number;

  @Bool({ about: 'Whether a job removes further such texts, because there are many.', example: false })
  isContinued!: boolean;

  @ListOf(() => LinkPathView, {
    about:
      'Links with a name of the person in their path. They are not changed: change or delete them yourself.',
  })
  linkPathsWithName!: LinkPathView[];
}

@ApiSchema({ name: 'DeletedPerson' })
export class DeletedPersonView extends PersonView {
  @Nested(() => ErasureView, { optional: true, about: 'What was erased; present only with `erase=true`.' })
  erased?: ErasureView;
}
