import 'reflect-metadata';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { internalsOf } from '../../../test/support/library-internals.js';
import { documentationOf, documentedIn } from './swagger-internals.js';

const part = internalsOf('@nestjs/swagger', '12.0.2', 'src/shared/libraries/swagger-internals.ts');

class Base {
  declare inherited: unknown;
}
class Dto extends Base {
  declare own: unknown;
  declare bare: unknown;
}
ApiProperty({ type: 'string' })(Base.prototype, 'inherited');
ApiPropertyOptional({ type: 'string', maxLength: 5 })(Dto.prototype, 'own');

part('the names with @ApiProperty() are noted at the prototype, with those of a base', () => {
  const names = [documentedIn(Dto).sort(), documentedIn(Base), documentedIn(class {})];
  return JSON.stringify(names) === '[["inherited","own"],["inherited"],[]]';
});

part('what @ApiProperty() says is noted at the property', () => {
  const { type, maxLength, required } = documentationOf(Dto, 'own');
  return type === 'string' && maxLength === 5 && required === false;
});

part(
  'of a property without @ApiProperty() nothing is noted',
  () => Object.keys(documentationOf(Dto, 'bare')).length === 0,
);

part('@ApiProperty() once more replaces what was said, and names the property once', () => {
  ApiProperty({ ...documentationOf(Base, 'inherited'), minLength: 1 })(Base.prototype, 'inherited');
  const { type, minLength } = documentationOf(Base, 'inherited');
  return type === 'string' && minLength === 1 && documentedIn(Base).length === 1;
});
