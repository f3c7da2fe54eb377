import { Migration } from '@mikro-orm/migrations';

export class Migration20261126204557_fan_profiles extends Migration {

  override name = 'Migration20261126204557_fan_profiles';

  override up(): void | Promise<void> {
    this.addSql(`alter table "user" add "country" varchar(2) null, add "state" varchar(100) null, add "city" varchar(100) null, add "language" varchar(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "user" drop column "country", drop column "state", drop column "city", drop column "language";`);
  }

}
