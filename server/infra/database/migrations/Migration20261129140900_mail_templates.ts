import { Migration } from '@mikro-orm/migrations';

export class Migration20261129140900_mail_templates extends Migration {

  override name = 'Migration20261129140900_mail_templates';

  override up(): void | Promise<void> {
    this.addSql(`create table "mail_template" ("key" varchar(40) not null, "language" text not null, "subject" varchar(120) null, "text" text null, "version" int not null default 1, "updated_at" timestamptz not null, "updated_by" uuid null, primary key ("key", "language"));`);

    this.addSql(`alter table "mail" add "template" jsonb null;`);

    this.addSql(`alter table "mail_template" add constraint "mail_template_language_check" check ("language" in ('en', 'ar'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "mail_template" cascade;`);

    this.addSql(`alter table "mail" drop column "template";`);
  }

}
