import { ApiSchema } from '@nestjs/swagger';
import { exampleId } from '../../kernel/example-ids.js';
import { Integer, ListOf, Text } from '../../fields/fields.js';

@ApiSchema({ name: 'Fault' })
class FaultView {
  @Text({ optional: true, about: 'JSON Pointer into the body.', example: '/title' })
  pointer?: string;

  @Text({ optional: true, about: 'Name of the query parameter or header.', example: 'limit' })
  parameter?: string;

  @Text({ about: 'Stable code of the fault.', example: 'too_short' })
  code!: string;

  @Text({ example: 'title must have at least 1 character.' })
  message!: string;

  @Text({
    optional: true,
    about:
      'The id of the record that has the value, if the key has the scope to read it. Absent if the record has given ' +
      'up the value since.',
    example: exampleId('person'),
  })
  conflictsWith?: string;
}

@ApiSchema({ name: 'Problem', description: 'A failure, as defined by RFC 9457.' })
export class ProblemView {
  @Text({ example: 'urn:foyer:problem:validation_failed' })
  type!: string;

  @Text({ example: 'Bad Request' })
  title!: string;

  @Integer({ min: 400, max: 599, example: 400 })
  status!: number;

  @Text({ about: 'Human-readable explanation.', example: 'title must have at least 1 character.' })
  detail!: string;

  @Text({
    about:
      'For programs. The meaning of a code never changes, but new codes are added: handle an unknown code by its status.',
    example: 'validation_failed',
  })
  code!: string;

  @Text({
    about: 'Also in the header `x-request-id` and in the log.',
    example: exampleId('req'),
  })
  requestId!: string;

  @ListOf(() => FaultView, { about: 'All faults found in the request.' })
  errors!: FaultView[];
}
