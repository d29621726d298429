import type { FormField } from './form-parts.js';
import type { Answers } from './submission.entity.js';

/** What a form says about its sender. */
export interface SenderIdentity {
  email?: string;
  phoneNumber?: string;
  linkedinProfileUrl?: string;
}

/** The visitor's identity, from the first field of each identifying kind. */
export function identityIn(fields: readonly FormField[], answers: Answers): SenderIdentity | undefined {
  const first = (type: FormField['type']) => {
    const field = fields.find((each) => each.type === type && Object.hasOwn(answers, each.name));
    return field && String(answers[field.name]);
  };
  const identity = {
    email: first('email'),
    phoneNumber: first('phone'),
    linkedinProfileUrl: first('linkedin'),
  };
  return Object.values(identity).some((each) => each !== undefined) ? identity : undefined;
}
