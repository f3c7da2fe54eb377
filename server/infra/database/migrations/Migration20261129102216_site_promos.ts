import { Migration } from '@mikro-orm/migrations';

export class Migration20261129102216_site_promos extends Migration {

  override name = 'Migration20261129102216_site_promos';

  override up(): void | Promise<void> {
    this.addSql(`alter table "promo" add "place" int not null default 0, add "version" int not null default 1;`);
    // Those that stand keep their order: the newest first.
    this.addSql(`update "promo" set "place" = "ordered"."place" from (select "id", row_number() over (order by "created_at", "id") as "place" from "promo") "ordered" where "ordered"."id" = "promo"."id";`);
    this.addSql(`drop index "promo_active_index";`);
    this.addSql(`create index "promo_active_index" on "promo" ("position", "place") where state = 'active';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "promo_active_index";`);
    this.addSql(`create index "promo_active_index" on "promo" ("position", "created_at") where state = 'active';`);
    this.addSql(`alter table "promo" drop column "place", drop column "version";`);
  }

}
