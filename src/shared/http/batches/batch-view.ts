import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Existing } from '../../answers/existing.js';
import type { BatchResults, Outcome } from '../../batches/batch-results.js';
import { Integer, ListOf, Nested } from '../../fields/fields.js';
import { DomainError } from '../../kernel/errors.js';
import { domainFailure } from '../problems/failure.js';
import { ProblemView } from '../problems/problem.dto.js';
import { problemOf } from '../problems/problem.js';

/** The answer to a batch, documented with its own record type. */
export function BatchView(name: string, record: () => Type<object>): Type<object> {
  @ApiSchema({ name: `${name}Result` })
  class Result {
    @Integer({
      min: 200,
      max: 599,
      about: 'The status of a request for this item alone.',
      example: 201,
    })
    status!: number;

    @Nested(record, { nullable: true, about: 'Null if the item is refused.' })
    record!: object | null;

    @Nested(() => ProblemView, { nullable: true, about: 'Why the item is refused; null if it is not.' })
    problem!: ProblemView | null;
  }

  @ApiSchema({ name })
  class View {
    @ListOf(() => Result, { about: 'One for each item, in the order of the items.' })
    results!: Result[];
  }
  return View;
}

/** The results as the caller gets them. */
export function batchView({ outcomes }: BatchResults<object>, requestId: string): { results: object[] } {
  return { results: outcomes.map((outcome) => resultOf(outcome, requestId)) };
}

function resultOf(outcome: Outcome<object>, requestId: string): object {
  if (outcome instanceof Existing) return { status: 200, record: outcome.record, problem: null };
  if (!(outcome instanceof DomainError)) return { status: 201, record: outcome, problem: null };
  const failure = domainFailure(outcome);
  return { status: failure.status, record: null, problem: problemOf(failure, requestId) };
}
