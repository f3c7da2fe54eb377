import { Migration } from '@mikro-orm/migrations';

export class Migration20261126205601_seller_kinds_and_tax extends Migration {

  override name = 'Migration20261126205601_seller_kinds_and_tax';

  override up(): void | Promise<void> {
    this.addSql(`alter table "order" add "seller_kind" text null, add "tax_bps" int not null default 0, add "tax" bigint not null default '0', add "currency" varchar(3) not null default '';`);
    this.addSql(`alter table "order" add constraint "order_seller_kind_check" check ("seller_kind" in ('trader', 'private'));`);

    this.addSql(`alter table "order_line" add "tax" bigint not null default '0';`);

    this.addSql(`alter table "performer" add "seller_kind" text null;`);
    this.addSql(`alter table "performer" add constraint "performer_seller_kind_check" check ("seller_kind" in ('trader', 'private'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "order" drop constraint "order_seller_kind_check";`);
    this.addSql(`alter table "order" drop column "seller_kind", drop column "tax_bps", drop column "tax", drop column "currency";`);

    this.addSql(`alter table "order_line" drop column "tax";`);

    this.addSql(`alter table "performer" drop constraint "performer_seller_kind_check";`);
    this.addSql(`alter table "performer" drop column "seller_kind";`);
  }

}
