import * as fc from 'fast-check';

/**
 * Fields that must look like what their name says. No pattern tells that well, so the document says it in words.
 * Nothing but these may be refused for how it looks where the document gives no pattern.
 */
export const FORMS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  domain: fc.domain(),
  email: fc.emailAddress(),
  path: fc
    .array(fc.stringMatching(/^[a-z0-9-]{1,20}$/), { maxLength: 4 })
    .map((steps) => `/${steps.join('/')}`),
};
