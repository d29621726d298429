import { Controller } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Endpoint } from '../../src/shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery } from '../../src/shared/http/endpoint/inputs.js';

/** Nothing here is ours: it is what the documentation of Nest teaches. */
class Address {
  @ApiProperty()
  @IsString()
  @MinLength(2)
  city!: string;

  @ApiPropertyOptional()
  @IsOptional()
  @Matches(/^\d{5}$/)
  postcode?: string;
}

class Line {
  @ApiProperty()
  @IsString()
  product!: string;

  @ApiProperty()
  @IsInt()
  @Min(1)
  @Max(99)
  count: number = 1;

  @ApiPropertyOptional()
  @IsOptional()
  @IsObject()
  options?: Record<string, unknown>;
}

class Named {
  @ApiProperty({ example: 'Ada' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(10, { message: 'A name has at most $constraint1 letters' })
  name!: string;
}

class CreateOrder extends Named {
  @ApiProperty()
  @IsDefined({ message: 'Say where it goes' })
  @ValidateNested()
  @Type(() => Address)
  address!: Address;

  @ApiProperty()
  @IsArray()
  @ArrayMaxSize(3)
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  @IsIn(['post', 'courier'])
  by: string = 'post';

  @ApiPropertyOptional()
  @ValidateIf(({ by }: CreateOrder) => by === 'courier')
  @IsEmail()
  courier?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString({ each: true })
  @MaxLength(5, { each: true })
  tags?: string[];

  @ApiPropertyOptional()
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  due?: Date;

  @ApiPropertyOptional()
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString()
  note?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @Expose({ name: 'gift_wrap' })
  @IsBoolean()
  giftWrap?: boolean;

  @ApiPropertyOptional()
  @IsOptional()
  @IsObject()
  extra?: Record<string, unknown>;

  @ApiPropertyOptional()
  @Allow()
  anything?: unknown;

  @ApiHideProperty()
  @Exclude()
  price?: number;
}

class Shape {
  @IsIn(['circle', 'square'])
  kind!: string;
}

class Circle extends Shape {
  @IsInt()
  radius!: number;
}

class Square extends Shape {
  @IsInt()
  side!: number;
}

class Drawing {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Shape, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'circle', value: Circle },
        { name: 'square', value: Square },
      ],
    },
  })
  shapes!: Shape[];
}

class ChangeOrder extends PartialType(CreateOrder) {}

class Tree {
  @ApiProperty({ type: () => [Tree] })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Tree)
  children: Tree[] = [];
}

class OrdersQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  page: number = 1;

  @IsOptional()
  @IsArray()
  @Type(() => Number)
  @IsInt({ each: true })
  ids?: number[];

  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @IsIn(['new', 'sent'], { each: true })
  states?: string[];
}

class Anything {
  @ApiProperty()
  @Allow()
  dto!: unknown;
}

const told = { access: 'public' as const, summary: 'Plain.', description: 'Plain.', answer: Anything };

/** Answers what it was given, and of which classes that is. */
@Controller()
export class PlainController {
  @Endpoint('POST /orders', told)
  create(@FromBody() dto: CreateOrder) {
    const { address, lines, due } = dto;
    return { dto: { ...dto }, classes: [dto, address, ...lines, due].map((each) => each?.constructor.name) };
  }

  @Endpoint('PATCH /orders', told)
  change(@FromBody() dto: ChangeOrder) {
    return { dto: { ...dto } };
  }

  @Endpoint('POST /trees', told)
  plant(@FromBody() dto: Tree) {
    return { dto: { ...dto } };
  }

  @Endpoint('POST /drawings', told)
  draw(@FromBody() dto: Drawing) {
    return { dto: { ...dto }, classes: dto.shapes.map((each) => each.constructor.name) };
  }

  @Endpoint('GET /orders', told)
  list(@FromQuery() dto: OrdersQuery) {
    return { dto: { ...dto } };
  }
}
