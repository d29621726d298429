import { MAX_FAULTS } from '../../../shared/fields/faults.js';
import { invalid, type Fault } from '../../../shared/kernel/errors.js';
import type { Action } from './page-parts.js';

interface PageWithActions {
  actions: readonly Action[];
  headerActionId?: string | null;
}

/** Each `actionId` is unique in its page, and `headerActionId` is one of these ids. Faults point into `request`. */
export function assertActions(page: PageWithActions, request: Partial<PageWithActions>): void {
  const faults = [...duplicateIds(page), ...unknownHeaderAction(page, request)];
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
}

function duplicateIds({ actions }: PageWithActions): Fault[] {
  const known = new Set<string>();
  return actions.flatMap(({ actionId }, index) => {
    if (known.size !== known.add(actionId).size) return [];
    const message = `actions.${index}.actionId repeats the id of an earlier action.`;
    return [{ pointer: `/actions/${index}/actionId`, code: 'duplicate', message }];
  });
}

function unknownHeaderAction(
  { actions, headerActionId }: PageWithActions,
  request: Partial<PageWithActions>,
): Fault[] {
  if (headerActionId == null || actions.some(({ actionId }) => actionId === headerActionId)) return [];
  const pointer = request.headerActionId === undefined ? '/actions' : '/headerActionId';
  const message = 'headerActionId must be the actionId of one of the actions.';
  return [{ pointer, code: 'unknown_action', message }];
}
