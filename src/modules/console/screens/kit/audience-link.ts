import type { Api } from '../../calling/api-caller.js';
import { textIn } from './screen.js';
import type { ShownAudience } from './shown-audience.js';

/** Links the path of the form to an audience. */
export function linkTo(
  api: Api,
  { audienceId }: Pick<ShownAudience, 'audienceId'>,
  form: URLSearchParams,
  idempotencyKey: string,
): Promise<unknown> {
  const target = { targetType: 'audience', audienceId } as const;
  return api.pageLinks.create({ path: textIn(form, 'path'), target }, { idempotencyKey });
}

/** The field that a code is about. */
export function pathField(place: string): string | undefined {
  return place === 'path_taken' ? 'path' : undefined;
}
