import { Migration } from '@mikro-orm/migrations';

export class Migration20261128160501_budgets extends Migration {

  override name = 'Migration20261128160501_budgets';

  override up(): void | Promise<void> {
    this.addSql(`create table "budget" ("user_id" uuid not null, "limits" jsonb not null, "raises" jsonb not null, "version" int not null, "updated_at" timestamptz not null, primary key ("user_id"));`);

    this.addSql(`alter table "money_hold" add "performer_id" uuid null, add "cap" int null;`);

    this.addSql(`alter table "subscription" add "limit_told_for" timestamptz null;`);

    this.addSql(`alter table "wallet" add "budget" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "budget" cascade;`);

    this.addSql(`alter table "money_hold" drop column "performer_id", drop column "cap";`);

    this.addSql(`alter table "subscription" drop column "limit_told_for";`);

    this.addSql(`alter table "wallet" drop column "budget";`);
  }

}
