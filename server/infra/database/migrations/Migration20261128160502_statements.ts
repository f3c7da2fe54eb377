import { Migration } from '@mikro-orm/migrations';

export class Migration20261128160502_statements extends Migration {

  override name = 'Migration20261128160502_statements';

  override up(): void | Promise<void> {
    this.addSql(`create table "statement" ("performer_id" uuid not null, "month" varchar(7) not null, "head" jsonb not null, "lines" text not null, "signature" varchar(100) not null, primary key ("performer_id", "month"));`);

    this.addSql(`create table "statement_key" ("id" varchar(22) not null, "public_key" varchar(43) not null, "private_key" text null, "created_at" timestamptz not null, primary key ("id"));`);

    this.addSql(`create trigger statement_fixed before update or delete on "statement" for each row execute function money_refuse_change();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "statement_fixed" on "statement";`);
    this.addSql(`drop table if exists "statement" cascade;`);
    this.addSql(`drop table if exists "statement_key" cascade;`);
  }

}
