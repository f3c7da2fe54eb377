import { Migration } from '@mikro-orm/migrations'

export class Migration20261121164539_products_and_cart extends Migration {
  override name = 'Migration20261121164539_products_and_cart'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "cart_line" ("user_id" uuid not null, "product_id" uuid not null, "quantity" int not null, "price_seen" int not null, "updated_at" timestamptz not null, primary key ("user_id", "product_id"));`,
    )
    this.addSql(`create index "cart_line_product_id_index" on "cart_line" ("product_id");`)

    this.addSql(
      `create table "product" ("id" uuid not null, "performer_id" uuid not null, "name" varchar(120) not null, "description" text not null default '', "price" int not null, "type" text not null, "stock" int null, "status" text not null default 'draft', "picture_file_id" uuid null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "product_performer_id_status_index" on "product" ("performer_id", "status");`)

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`)
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'avatar', 'cover', 'product'));`,
    )

    this.addSql(`alter table "product" add constraint "product_type_check" check ("type" in ('physical', 'digital'));`)
    this.addSql(
      `alter table "product" add constraint "product_status_check" check ("status" in ('draft', 'active', 'archived'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "cart_line" cascade;`)
    this.addSql(`drop table if exists "product" cascade;`)

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`)
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'avatar', 'cover'));`,
    )
  }
}
