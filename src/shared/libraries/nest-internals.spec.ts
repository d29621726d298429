import 'reflect-metadata';
import { Body, createParamDecorator, Param, Query, Req } from '@nestjs/common';
import { internalsOf } from '../../../test/support/library-internals.js';
import { inputPlacesOf } from './nest-internals.js';

const part = internalsOf('@nestjs/common', '12.4.2', 'src/shared/libraries/nest-internals.ts');

class Controller {
  read(): void {}
  write(): void {}
  neither(): void {}
}
const Own = createParamDecorator(() => undefined);
const decorators = [Param('id'), Query(), Own(), Req(), Body()];
decorators.forEach((decorate, place) => decorate(Controller.prototype, 'read', place));
Body()(Controller.prototype, 'write', 0);

part('the places of @Body() and @Query() are noted at the controller, by the name of the method', () => {
  const places = [inputPlacesOf(Controller, 'read').sort(), inputPlacesOf(Controller, 'write')];
  return JSON.stringify(places) === '[[1,4],[0]]';
});

part(
  'of a method without any of its decorators nothing is noted',
  () => inputPlacesOf(Controller, 'neither').length === 0,
);
