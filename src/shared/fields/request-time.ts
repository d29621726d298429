import { IsString } from 'class-validator';
import { ANY_TIME, readTime, requestTimePattern, type TimeFault, type TimeRange } from './read-time.js';
import { wireTime } from '../kernel/wire-time.js';
import { field, rule, textTransform, type FieldOptions } from './field.js';
import { TIME_EXAMPLE } from './fields.js';

type RequestTimeOptions = FieldOptions & {
  /** Set if not every time is valid. */
  range?: TimeRange;
};

const CODES: readonly TimeFault['code'][] = ['wrong_pattern', 'impossible_time', 'out_of_range'];

/** A point in time in a request, in either form. The dto has it in the form of answers. */
export function RequestTime(options: RequestTimeOptions = {}): PropertyDecorator {
  return timeField(options, (text) => text);
}

/** A time in the query string, where an unencoded plus sign, also that of an offset, arrives as a space. */
export function QueryTime(options: RequestTimeOptions = {}): PropertyDecorator {
  const withPlus = (text: string) => text.replace(/^ | (?=\d\d:\d\d$)/, '+');
  return timeField({ example: undefined, ...options, optional: true }, withPlus);
}

function timeField(
  { range = ANY_TIME, ...options }: RequestTimeOptions,
  sentAs: (text: string) => string,
): PropertyDecorator {
  const toWire = textTransform((text) => {
    const read = readTime(sentAs(text), range);
    return typeof read === 'number' ? wireTime(read) : sentAs(text);
  });
  const faultOf = (value: unknown) => {
    const read = typeof value === 'string' ? readTime(value, range) : undefined;
    return typeof read === 'object' ? read : undefined;
  };
  const rules = CODES.map((code) =>
    rule(
      code,
      (value) => faultOf(value)?.code !== code,
      (value) => faultOf(value)!.message,
    ),
  );
  const schema = { type: 'string', pattern: requestTimePattern(range) } as const;
  return field({ example: TIME_EXAMPLE, ...options }, schema, toWire, IsString(), ...rules);
}
