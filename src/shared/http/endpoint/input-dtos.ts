import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { itemOf } from '../../batches/batch.dto.js';
import { assertReadable } from '../../fields/dto-plan.js';
import { ModuleFault } from '../../kernel/module-fault.js';
import { inputPlacesOf } from '../../libraries/nest-internals.js';

const NO_DTO: unknown[] = [undefined, Object, Array, String, Number, Boolean];

/**
 * The dtos that the handlers of the service read. A dto that cannot be read safely prevents the start of the service.
 */
@Injectable()
export class InputDtos implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const dto of this.all()) assertReadable(dto);
  }

  all(): Set<Type<object>> {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type<object>);
    return new Set(controllers.flatMap((controller) => this.readBy(controller)));
  }

  private readBy(controller: Type<object>): Type<object>[] {
    const prototype = controller.prototype as object;
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as Type<object>[];
      const dtos = inputPlacesOf(controller, method).map((place) => types[place]!);
      if (dtos.some((dto) => NO_DTO.includes(dto)))
        throw new ModuleFault(
          `${controller.name}.${method}: its input has no class that declares the fields.`,
        );
      return dtos.flatMap((dto) => [dto, itemOf(dto) ?? []].flat());
    });
  }
}
