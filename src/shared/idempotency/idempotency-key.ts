import { invalid } from '../kernel/errors.js';

const MAX_LENGTH = 255;

export function assertIdempotencyKey(key: string): void {
  if (key.length >= 1 && key.length <= MAX_LENGTH) return;
  const message = `Idempotency-Key must have 1 to ${MAX_LENGTH} characters.`;
  throw invalid([{ parameter: 'Idempotency-Key', code: 'wrong_length', message }]);
}
