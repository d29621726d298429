import { ApiSchema } from '@nestjs/swagger';
import { Integer, ListOf, Nested, RecordId, Text } from '../../../shared/fields/fields.js';
import { QueryBool } from '../../../shared/fields/query-fields.js';
import { PersonView } from './persons.dto.js';

const Count = (about: string) => Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about, example: 1 });

export class DeletePersonQuery {
  @QueryBool({
    about:
      'Whether all that is held of the person is erased, for good. Also for a person who was deleted before.',
  })
  erase?: boolean;
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

  @Count('What the person did on pages; removed.')
  visits!: number;

  @Count('The figures stay; what tells who it was is gone, and so is what was asked and answered.')
  sessions!: number;

  @Count('Audiences of the person: they are for nobody in particular now, and have no overrides.')
  audiences!: number;

  @Count(
    'Versions of these audiences: the published one is composed anew, the others have no content any more.',
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

  @ListOf(() => LinkPathView, {
    about: 'Links with a name of the person in their path. They are as they were: change or delete them.',
  })
  linkPathsWithName!: LinkPathView[];
}

@ApiSchema({ name: 'DeletedPerson' })
export class DeletedPersonView extends PersonView {
  @Nested(() => ErasureView, { optional: true, about: 'What was erased, where it was asked for.' })
  erased?: ErasureView;
}
