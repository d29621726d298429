import { IsInstance } from 'class-validator';
import { ReceivedFile } from '../storage/received-file.js';
import { field, textTransform, type FieldOptions } from './field.js';
import { TextList, type TextListOptions } from './text-list.js';

export { QueryBool as FormBool } from './query-fields.js';

/** The file of a form. Its example is text, so that the example in the docs can be sent as is. */
export function FormFile(options: FieldOptions & { example: string }): PropertyDecorator {
  const rule = IsInstance(ReceivedFile, { message: 'must be a file' });
  return field(options, { type: 'string', format: 'binary' }, rule);
}

/** A field that can be repeated; a single one is a list of one. */
export function FormTextList(options: TextListOptions = {}): PropertyDecorator {
  return TextList(
    options,
    textTransform((text) => [text]),
  );
}
