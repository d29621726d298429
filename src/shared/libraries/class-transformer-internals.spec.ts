import 'reflect-metadata';
import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { internalsOf } from '../../../test/support/library-internals.js';
import {
  excludedIn,
  exposedIn,
  exposureOf,
  hasOwnTransform,
  isExcluded,
  transformedIn,
  transformsOf,
  typeOf,
} from './class-transformer-internals.js';

const part = internalsOf('class-transformer', '0.5.1', 'src/shared/libraries/class-transformer-internals.ts');

class Base {
  declare typed: unknown;
  declare hidden: unknown;
  declare word: unknown;
}
class Dto extends Base {
  declare shown: unknown;
}
const date = () => Date;
const add = (letter: string) => {
  const transform = ({ value }: { value: unknown }) => `${value as string}${letter}`;
  return { transform, decorate: Transform(transform) };
};
const [first, second, own, outgoing] = ['1', '2', '3', '4'].map(add) as [Added, Added, Added, Added];
type Added = ReturnType<typeof add>;

Type(date)(Base.prototype, 'typed');
Exclude()(Base.prototype, 'hidden');
Expose({ name: 'called', groups: ['some'] })(Dto.prototype, 'shown');
for (const { decorate } of [first, second]) decorate(Base.prototype, 'word');
own.decorate(Dto.prototype, 'word');
Transform(outgoing.transform, { toPlainOnly: true })(Dto.prototype, 'word');

part("the storage has what @Type() says, also of a class's base", () => {
  const { typeFunction, options } = typeOf(Dto, 'typed');
  return typeFunction === date && options.discriminator === undefined && typeOf(Dto, 'word') === undefined;
});

part('the storage has the options of @Expose()', () => {
  const { name, groups } = exposureOf(Dto, 'shown')!;
  return name === 'called' && groups!.join() === 'some' && exposureOf(Dto, 'typed') === undefined;
});

part('the storage has the names with @Expose() and @Exclude(), also of a base', () => {
  const names = [exposedIn(Dto), excludedIn(Dto), exposedIn(Base), excludedIn(Base)];
  return JSON.stringify(names) === '[["shown"],["hidden"],[],["hidden"]]';
});

part('the storage tells a class that has @Exclude() itself', () => {
  class Closed {}
  // By its prototype: a class from the realm of the tests is not an instance of class-transformer's `Function`.
  Exclude()(Closed.prototype, undefined as never);
  return isExcluded(Closed) && !isExcluded(Dto);
});

part('the storage keeps @Type() and @Transform() by class, without those of a base', () => {
  const names = [transformedIn(Base), transformedIn(Dto)];
  return JSON.stringify(names) === '[["typed","word"],["word"]]' && !hasOwnTransform(Base, 'typed');
});

part('the storage knows whose @Transform() it is', () => {
  class Other extends Base {}
  return hasOwnTransform(Base, 'word') && hasOwnTransform(Dto, 'word') && !hasOwnTransform(Other, 'word');
});

part(
  'transforms are called from the farthest class to the nearest, in each the one that was added last first',
  () => {
    const inOrder = [second, first, own].map(({ transform }) => transform);
    const found = transformsOf(Dto, 'word');
    const isSame = found.length === 3 && inOrder.every((transform, at) => transform === found[at]);
    return isSame && plainToInstance(Dto, { word: 'x' }).word === 'x213';
  },
);

part('a function is left as it is, so that what it gives is not looked into', () => {
  const given = () => ({ constructor: 'x' });
  return (plainToInstance(Dto, { other: given }) as unknown as { other: unknown }).other === given;
});
