import type { CheckedPage } from '../checked/checked-page.js';
import type { Facts } from '../checked/facts.js';
import { finding, quoted, type Finding } from './finding.js';
import { nearestOf } from './nearest.js';

/** Brands, forms and topics that do not exist. */
export function referenceFindings(page: CheckedPage, facts: Facts): Finding[] {
  return [...unknownBrand(page, facts), ...unknownForms(page, facts), ...unknownTopics(page, facts)];
}

/** A `brandId` is free text. It is a fault only where it looks like the id or the key of a brand. */
function unknownBrand({ brandId: { pointer, value } }: CheckedPage, { brand, brandKeys }: Facts): Finding[] {
  if (brand) return [];
  const nearest = nearestOf(value, brandKeys);
  if (!nearest && !value.startsWith('brand_')) return [];
  const fix = nearest ? `Did you mean ${quoted(nearest)}?` : 'State the brandId or the key of a brand.';
  return [finding('brand_not_found', pointer, `There is no brand ${quoted(value)}.`, fix)];
}

/** Forms after the first one that exists are not shown. */
function unknownForms({ formIds }: CheckedPage, { formIds: existing }: Facts): Finding[] {
  const shown = formIds.findIndex(({ value }) => existing.has(value));
  const unknown = shown < 0 ? formIds : formIds.slice(0, shown);
  const instead = formIds[shown]
    ? `visitors get the form ${quoted(formIds[shown].value)} instead`
    : 'visitors are asked for their email address only';
  return unknown.map(({ pointer, value }) => {
    const message = `There is no form ${quoted(value)}, so ${instead}.`;
    return finding('form_not_found', pointer, message, 'State the formId of a form that is not deleted.');
  });
}

/** A topic must exist when a page names it; if it is deleted later, it drops out. */
function unknownTopics({ topicIds }: CheckedPage, { topicIds: existing }: Facts): Finding[] {
  return topicIds.flatMap(({ pointer, value }) => {
    if (existing.has(value)) return [];
    const message = `There is no topic ${quoted(value)} any more, so the page does not answer from it.`;
    return [finding('topic_not_found', pointer, message, 'Remove it from the list, or name another topic.')];
  });
}
