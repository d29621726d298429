import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { assertReadable } from '../../fields/dto-plan.js';
import { ModuleFault } from '../../kernel/module-fault.js';

const NO_DTO: unknown[] = [undefined, Object, Array, String, Number, Boolean];
const READ = new Set([RouteParamtypes.BODY, RouteParamtypes.QUERY].map(String));

/** The dtos that the handlers of the service read. One that can't be read safely keeps the service from starting. */
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
      const sources = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
      const places = Object.keys(sources).map((source) => source.split(':') as [string, string]);
      const dtos = places.filter(([kind]) => READ.has(kind)).map(([, index]) => types[Number(index)]!);
      if (dtos.some((dto) => NO_DTO.includes(dto)))
        throw new ModuleFault(
          `${controller.name}.${method}: what it reads has no class that tells its fields.`,
        );
      return dtos;
    });
  }
}
