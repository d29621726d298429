import { ApiSchema } from '@nestjs/swagger';
import { Bool, Integer, ListOf, OneOf, RecordId, Text, Time, Uri } from '../../../shared/fields/fields.js';
import { TextList } from '../../../shared/fields/text-list.js';
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import {
  DEFAULT_MAX_LENGTH,
  FIELD_TYPES,
  LONGEST_TEXT,
  MAX_FIELDS,
  MAX_OPTIONS,
  type FieldType,
  type FormField as StoredField,
} from '../entities/form-parts.js';

const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MAX_LABEL_LENGTH = 500;

const LENGTH = { min: 0, max: LONGEST_TEXT, optional: true } as const;
const THANKS = 'Visitors see this text after they send the form.';
const THANKS_URL = 'Visitors are redirected to this URL instead of seeing the text.';
const COUNT = { minItems: 1, maxItems: MAX_FIELDS };
const FIELDS = 'In display order; names are unique.';

@ApiSchema({ name: 'CreateFormField' })
class FormFieldInput implements StoredField {
  @Text({ pattern: FIELD_NAME, about: 'The value is stored under this name.', example: 'size' })
  name!: string;

  @OneOf(FIELD_TYPES, { title: 'FormFieldType', example: 'choice' })
  type!: FieldType;

  @Text({ min: 1, max: MAX_LABEL_LENGTH, example: 'How large is your team?' })
  label!: string;

  @Bool({
    optional: true,
    about: 'Whether a value is required; for a consent, whether the box must be ticked.',
    example: true,
  })
  required: boolean = false;

  @TextList({
    ...{ optional: true, maxItems: MAX_OPTIONS, maxLength: MAX_LABEL_LENGTH },
    about: 'The options; required for a `choice`, without effect for other types.',
    example: ['1 to 10', 'More'],
  })
  options: string[] = [];

  @Integer({ ...LENGTH, about: 'For a `text`, in characters; without effect for other types.' })
  minLength?: number;

  @Integer({ ...LENGTH, about: `For a \`text\`, in characters; ${DEFAULT_MAX_LENGTH} by default.` })
  maxLength?: number;
}

@ApiSchema({ name: 'FormField' })
class FormFieldView implements StoredField {
  @Text({ example: 'email' })
  name!: string;

  @OneOf(FIELD_TYPES, { title: 'FormFieldType', example: 'email' })
  type!: FieldType;

  @Text({ example: 'Your work email' })
  label!: string;

  @Bool({ example: true })
  required!: boolean;

  @TextList({ example: [] })
  options!: string[];

  @Integer({ ...LENGTH })
  minLength?: number;

  @Integer({ ...LENGTH })
  maxLength?: number;
}

export class CreateForm {
  @Text({ min: 1, max: 255, example: 'Talk to us' })
  name!: string;

  @ListOf(() => FormFieldInput, { ...COUNT, about: FIELDS })
  fields!: FormFieldInput[];

  @Text({
    min: 1,
    max: LONGEST_TEXT,
    optional: true,
    nullable: true,
    about: THANKS,
    example: 'We will write to you.',
  })
  thankYouText?: string | null;

  @Uri({ optional: true, nullable: true, about: THANKS_URL })
  thankYouUrl?: string | null;
}

export class UpdateForm {
  @Text({ min: 1, max: 255, optional: true, example: 'Write to us' })
  name?: string;

  @ListOf(() => FormFieldInput, { ...COUNT, optional: true, about: `Replaces all fields. ${FIELDS}` })
  fields?: FormFieldInput[];

  @Text({ min: 1, max: LONGEST_TEXT, optional: true, nullable: true, about: THANKS })
  thankYouText?: string | null;

  @Uri({ optional: true, nullable: true, about: THANKS_URL })
  thankYouUrl?: string | null;
}

export class FormsQuery extends ListQuery {
  @Text({ min: 1, optional: true, about: 'Text that the name contains; case is ignored.' })
  query?: string;
}

@ApiSchema({ name: 'Form' })
export class FormView {
  @RecordId('form')
  formId!: string;

  @Text({ example: 'Talk to us' })
  name!: string;

  @ListOf(() => FormFieldView)
  fields!: FormFieldView[];

  @Text({ nullable: true, example: 'We will write to you.' })
  thankYouText!: string | null;

  @Text({ nullable: true })
  thankYouUrl!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;

  @Time({ nullable: true, about: 'When the form was deleted; null if it is not deleted.' })
  deletedAt!: string | null;
}

export const FormListView = ListView('FormList', () => FormView);
